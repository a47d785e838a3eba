/** Why the store could not answer: `unavailable` may be tried again. */
export type StoreErrorKind = 'unavailable' | 'refused' | 'conflict' | 'not-found' | 'broken';

/** What every method of the store throws, and nothing else. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly kind: StoreErrorKind;

  constructor(kind: StoreErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
