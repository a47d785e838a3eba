import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isMissing } from './site-folder.ts';

/** Domain, and a hash of what is indexed and shown of it. */
const entrySchema = z.tuple([z.string(), z.string()]);

const baseSchema = z.object({
  /** Names the code that has made the indexes. */
  maker: z.string(),
  parts: z.array(
    z.object({
      folder: z.string(),
      authorities: z.array(z.tuple([z.int().nullable(), z.int()])),
      verified: z.int(),
      featured: z.array(z.int()),
      entries: z.array(entrySchema),
    }),
  ),
  wordTable: z.object({ folder: z.string(), firstKeys: z.array(z.string()).readonly() }).nullable(),
});

/** What the build remembers of the search indexes of the whole list. */
export type SearchBase = z.infer<typeof baseSchema>;

const FILE = 'search.json';

/** Null when there is none, or none that can be read. */
export function readSearchBase(stateDir: string): SearchBase | null {
  try {
    return baseSchema.safeParse(JSON.parse(readFileSync(join(stateDir, FILE), 'utf8'))).data ?? null;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}

export function writeSearchBase(stateDir: string, base: SearchBase): void {
  mkdirSync(stateDir, { recursive: true });
  const file = join(stateDir, FILE);
  writeFileSync(`${file}.tmp`, JSON.stringify(base));
  renameSync(`${file}.tmp`, file);
}
