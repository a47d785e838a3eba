import type { FileMatch } from '../../../../store/links.ts';
import { cleanText, linkableUrl } from '../../format/untrusted-text.ts';
import type { Row } from '../../row.ts';
import type { SiteView, WhyView } from '../sites/site-view.ts';
import type { Highlight } from './highlight.ts';

const MAX_NAME_CHARACTERS = 80;
/** Characters on each side of the first match. */
const BEFORE = 60;
const AFTER = 100;

/** Row of a site with the reason of its match. `found` is the match in its file. */
export function withWhy(site: SiteView, row: Row, found: FileMatch | undefined, highlight: Highlight): SiteView {
  const link = linkOf(found, row.title);
  const marked = (text: string | null | undefined) => (text ? around(text, highlight) : null);
  if (link) {
    const isNamed = [link.section, link.title].some((name) => marked(name) !== null);
    const text = isNamed ? null : marked(found?.link?.notes);
    if (isNamed || text !== null) return { ...site, why: { link, text } };
  }
  const text = marked(found?.prose);
  // The file often repeats the summary that the row shows.
  if (text !== null && !site.about?.includes(text.replace(/^… /, ''))) return { ...site, why: { link: null, text } };
  if ([site.name, site.domain, site.about].some((shown) => marked(shown) !== null)) return site;
  const others = [row.description, row.summary, row.tags.join(' · '), row.section_names.join(' · ')];
  const other = others.map(marked).find((one) => one !== null);
  return other ? { ...site, why: { link: null, text: other } } : site;
}

function linkOf(found: FileMatch | undefined, site: string | null): WhyView['link'] {
  const url = found?.link && linkableUrl(found.link.url);
  if (!url) return null;
  const { title, section } = found.link;
  return {
    section: section && section !== site ? cleanText(section, MAX_NAME_CHARACTERS) : null,
    title: cleanText(title, MAX_NAME_CHARACTERS) || url,
    url,
  };
}

/** Returns the text around the first match, or null. */
function around(text: string, highlight: Highlight): string | null {
  const clean = cleanText(text, text.length);
  const parts = highlight(clean);
  const first = parts.findIndex(({ isMatch }) => isMatch);
  if (first < 0) return null;
  const at = parts.slice(0, first).reduce((length, part) => length + part.text.length, 0);
  const start = at <= BEFORE ? 0 : clean.indexOf(' ', at - BEFORE) + 1;
  const from = start > at ? at : start;
  const cut = cleanText(clean.slice(from), BEFORE + AFTER);
  return from === 0 ? cut : `… ${cut}`;
}
