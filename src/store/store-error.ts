/** Kind of store failure. `unavailable` may be retried. */
export type StoreErrorKind = 'unavailable' | 'refused' | 'conflict' | 'not-found' | 'broken';

/** Only error of store methods. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly kind: StoreErrorKind;

  constructor(kind: StoreErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
