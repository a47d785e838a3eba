import type { ScopedFile } from '../../directory/resolution.ts';
import { isUndecided } from '../../directory/scoring/outcome.ts';
import type { Inspection, UndecidedFile } from '../../directory/visit.ts';

/** Most links kept per further file. A site may have twenty files. */
const MAX_LINKS = 300;

/** Returns the data to store of a further file, or null for an invalid or missing file. */
export function toScopedFile(
  url: string,
  status: number | null,
  { valid, document }: Pick<Inspection, 'valid' | 'document'>,
): ScopedFile | UndecidedFile | null {
  if (valid && document) return { url, title: document.title, links: document.foundLinks.slice(0, MAX_LINKS) };
  return isUndecided(status) ? { url, links: null } : null;
}
