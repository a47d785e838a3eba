import type { Env } from '../src/runtime/env.ts';

export interface Host {
  /** Settings. Throws an `EnvError` of one line for a wrong setting. */
  readonly env: () => Env;
  /** True inside a job of GitHub Actions. */
  readonly isGithubAction: boolean;
  /** Aborts at the first SIGINT or SIGTERM. If a command does not listen, the signal ends the process. */
  readonly stopSignal: () => AbortSignal;
  /** Sets the exit code after the command. Default: 0. */
  readonly exitWith: (code: number) => void;
}
