import type { FoundLink } from '../../../directory/link.ts';
import { paths } from '../../../directory/urls.ts';
import { cleanText, linkableUrl } from '../../format/untrusted-text.ts';

/** Links below the sites. */
export const LINKS_SHOWN = 5;
const MAX_NAME_CHARACTERS = 80;
const MAX_NOTES_CHARACTERS = 160;

/** A link inside a file as an entry of a list; null for one that a page may not link. */
export function linkView({ title, url, notes, section, domain, site }: FoundLink) {
  const href = linkableUrl(url);
  if (href === null) return null;
  return {
    url: href,
    section: section && cleanText(section, MAX_NAME_CHARACTERS),
    title: cleanText(title, MAX_NAME_CHARACTERS) || href,
    notes: notes && cleanText(notes, MAX_NOTES_CHARACTERS),
    domain,
    path: paths.domain(domain),
    site: site && cleanText(site, MAX_NAME_CHARACTERS),
  };
}
export type LinkView = NonNullable<ReturnType<typeof linkView>>;
