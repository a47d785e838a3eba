import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../../directory/parse-json.ts';
import { indexSchema, MANIFEST, type Manifest, manifestSchema } from '../../directory/snapshot-format.ts';
import { paths } from '../../directory/urls.ts';
import { toFile } from './to-file.ts';

/** Returns the newest readable snapshot in the site's folder, or null. */
export async function readSnapshot(outDir: string): Promise<Manifest | null> {
  const index = indexSchema.safeParse(await readJson(join(outDir, toFile(paths.snapshotIndex))));
  if (!index.success) return null;
  const file = toFile(paths.snapshotFile(index.data.latest, MANIFEST));
  return manifestSchema.safeParse(await readJson(join(outDir, file))).data ?? null;
}

async function readJson(file: string): Promise<unknown> {
  return parseJson(await readFile(file, 'utf8').catch(() => 'null'));
}
