import type { FetchFailure } from '#llmstxt';

/** What went wrong on the other side, as one of the product's kinds of failure; becomes the `failure` and `detail` of a result. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure, detail: string) {
    super(detail);
    this.failure = failure;
  }
}

/** The `code` that Node puts on system, TLS, zlib and HTTP parser errors; empty without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
