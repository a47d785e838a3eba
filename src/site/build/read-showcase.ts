import { readFile } from '../../store/read-detail.ts';
import type { Store } from '../../store/store.ts';
import type { Showcase } from '../content/lists.ts';
import type { Row } from '../content/row.ts';

/** Most files to read, because judging a file takes milliseconds. */
const MAX_FILES = 20;
/** Fewest links of a useful example, and most characters of a name or summary that fit the picture. */
const MIN_LINKS = 8;
const MAX_LINKS = 80;
const MAX_NAME_CHARACTERS = 30;
const MAX_SUMMARY_CHARACTERS = 240;
const SHOWN_LINKS = 3;
/** Topics left out, because the home page must not advertise bets or tokens. */
const LEFT_OUT: ReadonlySet<string> = new Set(['games', 'crypto', 'finance']);
/** Matches a link name that consists of words, not a URL. */
const LINK_NAME = /^\p{Lu}[\p{L}\p{N} ’'&-]{2,39}$/u;
const MAX_NOTES_CHARACTERS = 110;

/** Returns a listed site with an example file. Returns null if no top site has a section of described links. */
export async function readShowcase(store: Pick<Store, 'getDetails'>, rows: readonly Row[]): Promise<Showcase | null> {
  for (const { domain, title, summary, links } of listCandidates(rows)) {
    const [stored] = await store.getDetails([domain]);
    if (!stored || title === null || summary === null || links === null) continue;
    const { preview } = readFile(stored);
    const section = preview?.sections.find((each) => each.links.filter(isDescribed).length >= SHOWN_LINKS);
    if (!section) continue;
    const shortSection = { title: section.title, links: section.links.filter(isDescribed).slice(0, SHOWN_LINKS) };
    return { domain, name: title, summary, sections: stored.facts.sections ?? 0, links, section: shortSection };
  }
  return null;
}

/** Lists candidates in English, because the page is in English. Verified sites come first, then by authority and quality. */
function listCandidates(rows: readonly Row[]): readonly Row[] {
  return rows
    .filter(
      ({ title, summary, links, language, topics }) =>
        title !== null &&
        title.length <= MAX_NAME_CHARACTERS &&
        summary !== null &&
        summary.length <= MAX_SUMMARY_CHARACTERS &&
        links !== null &&
        links >= MIN_LINKS &&
        links <= MAX_LINKS &&
        (language ?? 'en') === 'en' &&
        topics.length > 0 &&
        !topics.some((topic) => LEFT_OUT.has(topic)),
    )
    .toSorted(
      (a, b) =>
        Number(b.verified) - Number(a.verified) ||
        (b.authority ?? 0) - (a.authority ?? 0) ||
        (b.quality ?? 0) - (a.quality ?? 0) ||
        (a.domain < b.domain ? -1 : 1),
    )
    .slice(0, MAX_FILES);
}

function isDescribed({ title, url, notes }: Showcase['section']['links'][number]): boolean {
  return notes !== null && notes.length <= MAX_NOTES_CHARACTERS && LINK_NAME.test(title) && url.startsWith('https://');
}
