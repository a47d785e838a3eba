import type { Network } from './fetch-file.ts';

export interface Sources {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly network: Network;
}

export interface Console extends Sources {
  /** Waits for a slow reader, so that output does not fill the memory. */
  readonly out: (text: string) => void | Promise<void>;
  readonly err: (text: string) => void;
  readonly color: boolean;
  /** Working folder, to which paths of a SARIF log are relative. */
  readonly cwd: string;
}

/** Exit codes. 0: no fault or difference. 1: faults or differences. 2: unknown because of an error. */
export type ExitCode = 0 | 1 | 2;
