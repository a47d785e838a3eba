/** Receives a part of a body. Returns false to stop reading. */
export type ReceivePart = (part: Uint8Array) => boolean;

const NOTHING = Buffer.alloc(0);

/** Passes the first `maxBytes` of a body to a receiver without storing them. */
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

  /** Returns false if the part exceeds the limit or the receiver stops. */
  add(part: Buffer): boolean {
    if (this.#isDone) return false;
    const fitting = part.subarray(0, this.#maxBytes - this.#length);
    this.#length += fitting.byteLength;
    this.#isDone = !this.#receive(fitting) || fitting.byteLength < part.byteLength;
    return !this.#isDone;
  }
}
