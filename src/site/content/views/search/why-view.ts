import type { FileMatch } from '../../../../store/links.ts';
import { cleanText, linkableUrl } from '../../format/untrusted-text.ts';
import type { Row } from '../../row.ts';
import type { SiteView, WhyView } from '../sites/site-view.ts';
import type { Highlight } from './highlight.ts';

const MAX_NAME_CHARACTERS = 80;
/** Most characters before and after the first match. */
const BEFORE = 60;
const AFTER = 100;
/** Characters after the first match to compare with the row. */
const REPEATED = 24;

/** Adds the reason of a match to a site. `found` is the match in the site's file. */
export function withWhy(site: SiteView, row: Row, found: FileMatch | undefined, highlight: Highlight): SiteView {
  const link = toLink(found, row.title);
  const isMarked = (text: string | null) => text !== null && findMatch(text, highlight) >= 0;
  if (link && [link.section, link.title].some(isMarked)) return { ...site, why: { link, text: null } };
  const toExcerpt = (text: string | null | undefined) => (text ? excerpt(text, highlight, site.about ?? '') : null);
  const notes = link && toExcerpt(found?.link?.notes);
  if (notes !== null) return { ...site, why: { link, text: notes } };
  if ([site.name, site.domain, site.about].some(isMarked)) return site;
  const texts = [found?.prose, row.description, row.summary, row.tags.join(' · '), row.section_names.join(' · ')];
  const text = texts.map(toExcerpt).find((one) => one !== null);
  return text ? { ...site, why: { link: null, text } } : site;
}

function toLink(found: FileMatch | undefined, site: string | null): WhyView['link'] {
  const url = found?.link && linkableUrl(found.link.url);
  if (!url) return null;
  const { title, section } = found.link;
  return {
    section: section && section !== site ? cleanText(section, MAX_NAME_CHARACTERS) : null,
    title: cleanText(title, MAX_NAME_CHARACTERS) || url,
    url,
  };
}

function findMatch(text: string, highlight: Highlight): number {
  const parts = highlight(text);
  const first = parts.findIndex(({ isMatch }) => isMatch);
  return first < 0 ? first : parts.slice(0, first).reduce((length, part) => length + part.text.length, 0);
}

/** Returns the text around the first match. Returns null without a match, or if `shown` already contains it. */
function excerpt(text: string, highlight: Highlight, shown: string): string | null {
  const clean = cleanText(text, text.length);
  const at = findMatch(clean, highlight);
  if (at < 0 || shown.includes(clean.slice(at, at + REPEATED))) return null;
  const start = at <= BEFORE ? 0 : clean.indexOf(' ', at - BEFORE) + 1;
  const from = start > at ? at : start;
  const cut = cleanText(clean.slice(from), BEFORE + AFTER);
  return from === 0 ? cut : `… ${cut}`;
}
