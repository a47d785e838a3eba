/** Kind of store failure. After `unavailable`, a retry may succeed. */
export type StoreErrorKind = 'unavailable' | 'refused' | 'conflict' | 'not-found' | 'broken';

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly kind: StoreErrorKind;

  constructor(kind: StoreErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
