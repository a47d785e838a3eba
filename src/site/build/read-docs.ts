import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Doc, parseDoc } from '../content/views/docs/doc.ts';

const FOLDER = resolve(import.meta.dirname, '../../content/docs');
/** Guide for operators, which the repository also shows. */
const GUIDE = resolve(import.meta.dirname, '../../../docs/operating.md');

export async function readDocs(): Promise<Doc[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.md'));
  const named = files.map((file) => [file.slice(0, -3), join(FOLDER, file)] as const);
  const docs = await Promise.all(
    [...named, ['operators', GUIDE] as const].map(async ([name, path]) => parseDoc(name, await readFile(path, 'utf8'))),
  );
  return docs.toSorted((a, b) => a.order - b.order);
}
