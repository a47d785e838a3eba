import type { ScopedFile } from '../../directory/resolution.ts';
import type { FileDigest } from '../../directory/visit.ts';
import { MAX_LINKS_OF_SCOPED_FILE } from '../../search/file-links.ts';

/** Returns the stored data of a further valid file. */
export function scopedFileOf(url: string, { title, foundLinks }: FileDigest): ScopedFile {
  return { url, title, links: foundLinks.slice(0, MAX_LINKS_OF_SCOPED_FILE) };
}
