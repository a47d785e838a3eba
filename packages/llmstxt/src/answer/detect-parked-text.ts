import { collapseSpaces } from '../parser/collapse-spaces.ts';
import { parseUrl } from '../parser/parse-url.ts';
import { hasDomainOffer } from './domain-offer.ts';
import { isSameSite } from './same-site.ts';

/** Most characters of a text that only advertises its domain. */
const MAX_CHARS = 2_000;
/** Most characters of a text that only announces an unfinished site. */
const MAX_UNFINISHED_CHARS = 400;
const TITLE = /^#\s+(\S.*)$/m;
/** Matches the target of an inline link, or an absolute URL. */
const TARGET = /(?:\]\(\s*<?|(?=https?:\/\/))([^\s<>)]{1,2000})/g;
const SOON = /^(?:\S{3,80}\s[-–—|:]\s)?(?:launching soon|coming soon|under construction|website coming soon)\.?$/i;

/**
 * Describes a notice of sale or an unfinished page in place of an llms.txt. Returns null for other texts.
 * `url` is the URL of the file, if known.
 */
export function detectParkedText(text: string, url: string | undefined): string | null {
  if (text.length > MAX_CHARS) return null;
  const title = TITLE.exec(text)?.[1] ?? null;
  if (title !== null && linksOwnPage(text, url)) return null;
  const lines = [title ?? '', firstSentence(text)].map((line) => collapseSpaces(line.replace(/[*_`]+/g, '')));
  if (lines.some(hasDomainOffer)) return 'a notice that the domain is for sale';
  const isUnfinished = text.length < MAX_UNFINISHED_CHARS && lines.some((line) => SOON.test(line));
  return isUnfinished ? 'a page that is not finished yet' : null;
}

/** Returns the first sentence outside of headings. */
function firstSentence(text: string): string {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replace(/^[\s>*+[-]+/, '').trim());
  const line = lines.find((each) => each !== '' && !each.startsWith('#')) ?? '';
  return line.split(/(?<=[.!?。！？])\s/u, 1)[0] ?? '';
}

/**
 * Reports whether a text links to a page of its site. Ignores the homepage, because a page that advertises its domain links to it
 * too.
 */
function linksOwnPage(text: string, url: string | undefined): boolean {
  const own = parseUrl(url ?? '');
  return [...text.matchAll(TARGET)].some(([, href = '']) => {
    const target = parseUrl(href, own ?? 'https://own.invalid/');
    if (target === null || target.pathname === '/') return false;
    return own === null || isSameSite(target.hostname, own.hostname);
  });
}
