import { decodeBody, detectBodyKind, mediaType, type PageFacts } from '#llmstxt';
import type { FetchResult } from '../fetch/net.ts';

/** Most characters in which headings are searched. */
const MAX_CHARACTERS = 32_768;
const MAX_HEADINGS = 40;
/** Shortest name to compare. Shorter names match many texts by chance. */
const MIN_CONTAINED = 8;
/** Fewest characters of text outside the headings. */
const MIN_WORDS = 3;
const TYPES =
  /^(?:text\/(?:markdown|x-markdown|plain|x-web-markdown)|application\/octet-stream|binary\/octet-stream)?$/;
/** Matches messages of missing pages that come with status 200. */
const NOT_THERE =
  /\b(?:404|(?:page|file|document|resource)\s+(?:was\s+|is\s+|could\s+)?not\s+(?:be\s+)?(?:found|available)|not\s+found|(?:does\s*n[o']?t|no longer)\s+exists?|sign in|log ?in|access denied|just a moment)\b/i;

type Named = Pick<PageFacts, 'heading' | 'title' | 'siteName' | 'url'>;

/** Returns the names of a page: its heading, and its title without the site's name. */
export function listNames(page: Named, siteTitle: string | null): ReadonlySet<string> {
  const { siteName, url } = page;
  const host = new URL(url).hostname.replace(/^www\./, '');
  const ofSite = new Set([
    ...(siteName ? splitParts(siteName) : []),
    ...(siteTitle ? splitParts(siteTitle) : []),
    host,
    host.split('.')[0],
  ]);
  return new Set([...homepageNames(page)].filter((name) => !ofSite.has(name)));
}

/** Returns the names of a homepage: its heading, its title, and the site's name. */
export function homepageNames({ heading, title }: Pick<Named, 'heading' | 'title'>): ReadonlySet<string> {
  const all = [...(heading ? [plain(heading)] : []), ...(title ? splitParts(title) : [])];
  return new Set(all.filter((name) => name !== ''));
}

const splitParts = (text: string) => [text, ...text.split(/\s+[|–—·•»:-]+\s+|:\s+/)].map(plain);

/**
 * Returns the headings of a Markdown response. The response must have status 200, no redirect, a Markdown or text type,
 * matching content, text outside the headings, and no "not found" message. Returns null for other responses.
 */
export function markdownHeadings({ url, finalUrl, status, headers, body }: FetchResult): readonly string[] | null {
  if (status !== 200 || finalUrl !== url) return null;
  if (!TYPES.test(mediaType(headers['content-type']))) return null;
  const text = readBeginning(body);
  if (detectBodyKind(text).kind !== 'llms') return null;
  const headings = listHeadings(text);
  const prose = withoutFrontMatter(text).replace(/^#{1,6}\s.*$/gm, '');
  const saysSomething =
    !NOT_THERE.test(headings[0] ?? '') && !NOT_THERE.test(prose.slice(0, 200)) && countWords(prose) >= MIN_WORDS;
  return saysSomething ? headings : null;
}

/** Reports whether a heading equals a name of the page. */
export function isAbout(headings: readonly string[], names: ReadonlySet<string>): boolean {
  return headings.map(plain).some((heading) => [...names].some((name) => isSameName(heading, name)));
}

function isSameName(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= MIN_CONTAINED && ` ${long} `.includes(` ${short} `);
}

const readBeginning = (body: Uint8Array) =>
  decodeBody(body)
    .text.replace(/^\uFEFF+/, '')
    .slice(0, MAX_CHARACTERS);
const FRONT_MATTER = /^\s*---\r?\n([\s\S]{0,4000}?)\r?\n---\s*(?:\r?\n|$)/;
const withoutFrontMatter = (text: string) => text.replace(FRONT_MATTER, '');

/**
 * Returns the title of the front matter and the headings. Each pattern reads a run of blanks once, because a hostile
 * page may be one long run.
 */
function listHeadings(text: string): string[] {
  const title = /^title:(.+)/m.exec(FRONT_MATTER.exec(text)?.[1] ?? '')?.[1]?.trim() ?? '';
  const rest = withoutFrontMatter(text);
  const headings = [...rest.matchAll(/^#{1,6}[ \t]+(\S.{0,299})|^(.{1,300})\r?\n=+[ \t]*$/gm)];
  return [
    ...(title === '' ? [] : [title.slice(0, 300).replace(/^["']|["']$/g, '')]),
    ...headings.slice(0, MAX_HEADINGS).map(([, atx, setext]) => atx?.replace(/[ \t#]+$/, '') ?? setext ?? ''),
  ];
}

/** Normalizes a text to lowercase letters and digits of any script, with single spaces. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\[([^\]]{0,300})\]\([^)]{0,500}\)/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function countWords(text: string): number {
  // In scripts without spaces, count three letters like three words.
  return (
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu)?.length ?? 0
  );
}
