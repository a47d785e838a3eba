import type { FetchFailure } from '#llmstxt';

/** Fault of the server, as one of the product's kinds of failure. Results have the fault as `failure` and `detail`. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure, detail: string) {
    super(detail);
    this.failure = failure;
  }
}
