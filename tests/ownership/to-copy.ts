import type { CopyCursor, CopyStep } from '../../src/store/backup.ts';
import type { Store } from '../../src/store/store.ts';

/** Returns all stored data of a domain, as lines of a copy. */
export async function toCopy(store: Pick<Store, 'readCopy'>, domain: string): Promise<string> {
  let copy = '';
  for (let cursor: CopyCursor | null = null; ; ) {
    const step: CopyStep = await store.readCopy(cursor);
    copy += step.lines;
    cursor = step.cursor;
    if (cursor === null) break;
  }
  return copy
    .split('\n')
    .filter((line) => line.includes(`"${domain}"`))
    .join('\n');
}
