import type { LlmsDocument } from '#llmstxt';
import type { ScopedFile } from '../../directory/resolution.ts';
import { linksOf, MAX_LINKS_OF_SCOPED_FILE } from '../../search/file-links.ts';

/** What is kept of a valid file besides the site's main one. */
export function scopedFileOf(url: string, document: LlmsDocument): ScopedFile {
  return { url, title: document.title, links: linksOf(document).slice(0, MAX_LINKS_OF_SCOPED_FILE) };
}
