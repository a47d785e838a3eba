import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

/** Sizes in pixels and weights of the letters. `npx node .ci/make-letters.ts` redraws them from the font Inter. */
export const FACES = { name: { size: 64, weight: 700 }, text: { size: 34, weight: 400 } } as const;
export type FaceName = keyof typeof FACES;

/** Levels of a pixel. Three inks of five levels and the background are 16 colors. */
export const LEVELS = 5;
/** Private-use letter (Unicode, section 23.5) of the logo. */
export const LOGO = '\ue000';

const letterSchema = z.object({
  /** Advance to the next letter, in pixels. */
  advance: z.number(),
  /** Offset from the pen on the baseline to the first pixel. */
  left: z.int(),
  top: z.int(),
  width: z.int(),
  height: z.int(),
  /** Offset of its first pixel. Pixels are bytes from 0 to LEVELS. */
  at: z.int(),
});
export type Letter = z.infer<typeof letterSchema>;

const indexSchema = z.object({
  name: z.record(z.string(), letterSchema),
  text: z.record(z.string(), letterSchema),
});
/** Letters of a face by name. */
export type LetterIndex = z.input<typeof indexSchema>;

export interface Letters {
  /** Null for a missing letter. */
  find(face: FaceName, letter: string): Letter | null;
  readonly coverage: Uint8Array;
}

/** Bytes of the index length. The index and the pixels follow. */
const LENGTH_BYTES = 4;

/** Letters written by `npx node .ci/make-letters.ts`. */
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
