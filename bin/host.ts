import type { Env } from '../src/runtime/env.ts';

/** What a command gets from the process that runs it. */
export interface Host {
  /** The settings. Throws an `EnvError` of one line for a wrong one. */
  readonly env: () => Env;
  /** True inside a job of GitHub Actions. */
  readonly isGithubAction: boolean;
  /** Aborts at the first SIGINT or SIGTERM; commands that do not listen are ended by the signal. */
  readonly stopSignal: () => AbortSignal;
  /** Ends the process with this code once the command has resolved; with 0 when it is never called. */
  readonly exitWith: (code: number) => void;
}
