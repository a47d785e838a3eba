import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

/** The sizes in pixels and the weights that letters are drawn in. `npm run make-letters` draws them anew, from the font Inter. */
export const FACES = { name: { size: 64, weight: 700 }, text: { size: 34, weight: 400 } } as const;
export type FaceName = keyof typeof FACES;

/** How dark a pixel of a letter can be: three inks of five levels and the ground are the 16 colors of four bits. */
export const LEVELS = 5;
/** A letter of the private use area (Unicode, section 23.5) stands for the logo. */
export const LOGO = '\ue000';

const letterSchema = z.object({
  /** Pixels to the next letter. */
  advance: z.number(),
  /** From the pen on the baseline to the first pixel. */
  left: z.int(),
  top: z.int(),
  width: z.int(),
  height: z.int(),
  /** Place of its first pixel, of one byte each, 0 to LEVELS. */
  at: z.int(),
});
export type Letter = z.infer<typeof letterSchema>;

const indexSchema = z.object({
  name: z.record(z.string(), letterSchema),
  text: z.record(z.string(), letterSchema),
});
/** The letters of each face by name. */
export type LetterIndex = z.input<typeof indexSchema>;

export interface Letters {
  /** Null for a letter that was not drawn. */
  find(face: FaceName, letter: string): Letter | null;
  readonly coverage: Uint8Array;
}

/** Bytes of the length of the index, which the pixels follow. */
const LENGTH_BYTES = 4;

/** The letters as `npm run make-letters` has written them. */
export function readLetters(file: string): Letters {
  const bytes = gunzipSync(readFileSync(file));
  const pixels = LENGTH_BYTES + bytes.readUInt32LE(0);
  const index = indexSchema.parse(JSON.parse(bytes.toString('utf8', LENGTH_BYTES, pixels)));
  const faces = {
    name: new Map(Object.entries(index.name)),
    text: new Map(Object.entries(index.text)),
  };
  return { find: (face, letter) => faces[face].get(letter) ?? null, coverage: bytes.subarray(pixels) };
}
