/** Buffer with a size limit, which grows in place, so a million chunks cost no more than one chunk. */
export class BoundedBuffer {
  readonly #maxBytes: number;
  #buffer = Buffer.allocUnsafe(0);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Appends the part of the chunk that fits. Returns false if some bytes did not fit. */
  add(chunk: Buffer): boolean {
    const fitting = Math.min(chunk.byteLength, this.#maxBytes - this.#length);
    const length = this.#length + fitting;
    if (length > this.#buffer.byteLength) {
      const grown = Buffer.allocUnsafe(Math.min(this.#maxBytes, Math.max(2 * this.#buffer.byteLength, length)));
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    chunk.copy(this.#buffer, this.#length, 0, fitting);
    this.#length = length;
    return fitting === chunk.byteLength;
  }
}
