import type { Network } from './fetch-file.ts';

/** What inputs are read from. */
export interface Sources {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly network: Network;
}

/** Everything around a command: what it reads from and writes to. */
export interface Console extends Sources {
  /** Waits for a slow reader, so that a large output never piles up in memory. */
  readonly out: (text: string) => void | Promise<void>;
  readonly err: (text: string) => void;
  readonly color: boolean;
  /** The working folder, to which the paths of a SARIF log are relative. */
  readonly cwd: string;
}

/** 0: nothing is wrong (or differs); 1: something is; 2: it could not be found out. */
export type ExitCode = 0 | 1 | 2;
