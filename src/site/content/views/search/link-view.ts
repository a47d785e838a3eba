import type { FoundLink } from '../../../../directory/link.ts';
import { paths } from '../../../../directory/urls.ts';
import { cleanText, linkableUrl } from '../../format/untrusted-text.ts';

/** Number of pages above the sites, and number of candidates. */
export const LINKS_SHOWN = 3;
export const LINKS_COMPARED = 10;
const MAX_NAME_CHARACTERS = 80;
const MAX_NOTES_CHARACTERS = 160;

/** Converts a page of a file to a list entry, or to null if the page may not be linked. */
export function linkView({ title, url, notes, section, domain, site }: FoundLink) {
  const href = linkableUrl(url);
  if (href === null) return null;
  return {
    url: href,
    // Omit the file's title, which links outside of sections have as their section.
    section: section && section !== site ? cleanText(section, MAX_NAME_CHARACTERS) : null,
    title: cleanText(title, MAX_NAME_CHARACTERS) || href,
    notes: notes && cleanText(notes, MAX_NOTES_CHARACTERS),
    domain,
    path: paths.domain(domain),
    site: site && cleanText(site, MAX_NAME_CHARACTERS),
  };
}
export type LinkView = NonNullable<ReturnType<typeof linkView>>;

/** Returns the best page of each site, then further pages if too few sites match. */
export function firstOfSites(pages: readonly LinkView[], most: number): LinkView[] {
  const first = pages.filter(({ domain }, at) => pages.findIndex((one) => one.domain === domain) === at);
  return [...new Set([...first, ...pages])].slice(0, most);
}
