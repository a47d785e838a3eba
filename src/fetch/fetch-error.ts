import type { FetchFailure } from '#llmstxt';

/** Fault of the server, as one of the product's kinds of failure. It becomes `failure` and `detail` of a result. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure, detail: string) {
    super(detail);
    this.failure = failure;
  }
}
