import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 4;
const INDEXED = 3;
/** Filter type of each row: none. */
const NO_FILTER = 0;
/** Compression level. Higher ones save little, because most of a card is one color. */
const EFFORT = 3;

/** Image of at most 16 colors, two pixels per byte. PNG (third edition), sections 5 and 11. */
export class Pixels {
  readonly #width: number;
  readonly #height: number;
  readonly #rowBytes: number;
  readonly #rows: Buffer;

  /** It starts in the first color. `width` is even. */
  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.#rowBytes = 1 + width / 2;
    this.#rows = Buffer.alloc(this.#rowBytes * height, NO_FILTER);
  }

  /** Ignores pixels outside of the image. */
  set(x: number, y: number, color: number): void {
    if (x < 0 || y < 0 || x >= this.#width || y >= this.#height) return;
    const at = y * this.#rowBytes + 1 + (x >> 1);
    const pair = this.#rows[at] ?? 0;
    this.#rows[at] = x % 2 === 0 ? (pair & 0x0f) | (color << BITS) : (pair & 0xf0) | color;
  }

  /** Paints all rows from `y`. */
  fillBelow(y: number, color: number): void {
    for (let row = y; row < this.#height; row++) {
      const at = row * this.#rowBytes;
      this.#rows.fill((color << BITS) | color, at + 1, at + this.#rowBytes);
    }
  }

  /** `palette`: red, green and blue of each color. */
  toPng(palette: readonly (readonly number[])[]): Buffer<ArrayBuffer> {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.#width, 0);
    header.writeUInt32BE(this.#height, 4);
    header.set([BITS, INDEXED], 8);
    return Buffer.concat([
      SIGNATURE,
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(palette.flat())),
      chunk('IDAT', deflateSync(this.#rows, { level: EFFORT })),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
