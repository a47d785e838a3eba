import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Doc, parseDoc } from '../views/docs/doc.ts';

const FOLDER = resolve(import.meta.dirname, '../../content/docs');

/** The documentation of the service, in its own order. */
export async function readDocs(): Promise<Doc[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.md'));
  const docs = await Promise.all(
    files.map(async (file) => parseDoc(file.slice(0, -3), await readFile(join(FOLDER, file), 'utf8'))),
  );
  return docs.toSorted((a, b) => a.order - b.order);
}
