/** Takes a part of a body; false when enough was read. */
export type ReceivePart = (part: Uint8Array) => boolean;

const NOTHING = Buffer.alloc(0);

/** Hands the first `maxBytes` of a body on, instead of keeping them. */
export class BodyReceiver {
  readonly #maxBytes: number;
  readonly #receive: ReceivePart;
  readonly bytes = NOTHING;
  #length = 0;
  #isDone = false;

  constructor(maxBytes: number, receive: ReceivePart) {
    this.#maxBytes = maxBytes;
    this.#receive = receive;
  }

  /** False when that was not all of the part, or the receiver has enough. */
  add(part: Buffer): boolean {
    if (this.#isDone) return false;
    const fitting = part.subarray(0, this.#maxBytes - this.#length);
    this.#length += fitting.byteLength;
    this.#isDone = !this.#receive(fitting) || fitting.byteLength < part.byteLength;
    return !this.#isDone;
  }
}
