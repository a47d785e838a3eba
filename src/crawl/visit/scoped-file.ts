import type { ScopedFile } from '../../directory/resolution.ts';
import type { FileDigest } from '../../directory/visit.ts';

/** Most links kept per further file. A site may have twenty files. */
const MAX_LINKS = 300;

/** Returns the stored data of a further valid file. */
export function scopedFileOf(url: string, { title, foundLinks }: FileDigest): ScopedFile {
  return { url, title, links: foundLinks.slice(0, MAX_LINKS) };
}
