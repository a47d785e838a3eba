import { cutText, unescapeMarkdown } from '#llmstxt';
import { visibleText } from './visible-text.ts';

/** Matches clean ASCII text, which is most text. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Cleans text of a site for a page. Removes line ends, controls, direction overrides, invisible characters and long
 * stacks of combining marks, and cuts the text to `limit` UTF-16 code units.
 */
export function cleanText(text: string, limit: number): string {
  if (text.length <= limit && PLAIN.test(text)) return text;
  const head = text.length > limit * 4 ? text.slice(0, limit * 4) : text;
  const line = visibleText(head)
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return cutText(line, limit);
}

type Replacement = readonly [pattern: RegExp, kept: string];

/** Matches links, code and emphasis of Markdown, whole or cut at the end. The limit keeps a text of brackets fast. */
const INLINE: readonly Replacement[] = [
  [/!?\[([^\]]{0,300})\]\([^)]*(?:\)|$)/g, '$1'],
  [/(\*\*|__|`)(.+?)\1/g, '$2'],
];
/** Matches other brackets, which make links in names but not in prose. */
const BRACKETS: readonly Replacement[] = [
  [/!?\[([^\]]{0,300})\](?:\[[^\]]*\])?/g, '$1'],
  [/^!?\[([^\]]*)$/, '$1'],
];

/** Removes Markdown from a name of a site: `[Docs](https://a.example)` is `Docs`. */
export function cleanName(text: string, limit: number): string {
  return withoutMarkup(text, [...INLINE, ...BRACKETS], limit);
}

/** Most characters read of a name or paragraph, because each opening bracket is compared with all text after it. */
const MAX_MARKUP_CHARACTERS = 4_000;

function withoutMarkup(text: string, markup: readonly Replacement[], limit: number): string {
  const start = text.slice(0, MAX_MARKUP_CHARACTERS);
  const plain = markup.reduce((left, [pattern, kept]) => left.replace(pattern, kept), start);
  return cleanText(plain, limit) || cleanText(text, limit);
}

/** Joins names of a site as `Docs · API …`. Shows as many whole names as fit. */
export function cleanNames(names: readonly string[], limit: number): string {
  const joined = names
    .map((name) => cleanName(name, limit))
    .filter((name) => name !== '')
    .join(' · ');
  const end = joined.length > limit ? joined.slice(0, limit).lastIndexOf(' · ') : -1;
  return end < 0 ? cutText(joined, limit) : `${joined.slice(0, end)} …`;
}

/** Most characters of a path on a phone's line. */
const MAX_PATH_CHARACTERS = 60;

/** Shortens a URL whose site is clear from the context. */
export function cleanPath(url: string): string {
  return cleanText(URL.canParse(url) ? new URL(url).pathname : url, MAX_PATH_CHARACTERS);
}

/** Paragraph, or items of a list. */
export type Block = string | readonly string[];

/** Matches a line of signs between paragraphs, such as `---`. */
const RULE_LINE = /^\s*([-*_=])(?:[ \t]*\1){2,}\s*$/;
/** Matches marks of a quote, also if a program has escaped them for HTML. */
const QUOTE_MARKS = /^\s*(?:(?:>|&gt;)\s*)+/;
const ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?=\S)/;
const CONTINUED = /^(?: {2,}|\t)\s*\S/;

/** Converts Markdown of a site to clean paragraphs and lists, cut to about `limit` characters. */
export function cleanBlocks(text: string, limit: number): Block[] {
  const blocks: (string | string[])[] = [];
  let isOpen = false;
  for (const written of text.slice(0, limit).split(/\r?\n/)) {
    const line = written.replace(QUOTE_MARKS, '');
    const last = blocks.at(-1);
    if (line.trim() === '' || RULE_LINE.test(line)) isOpen = false;
    else if (ITEM.test(line)) {
      const item = line.replace(ITEM, '');
      if (Array.isArray(last)) last.push(item);
      else blocks.push([item]);
      isOpen = true;
    } else if (Array.isArray(last) && (isOpen || CONTINUED.test(line))) last.push(`${last.pop() ?? ''} ${line}`);
    else if (typeof last === 'string' && isOpen) blocks.splice(-1, 1, `${last} ${line}`);
    else {
      blocks.push(line);
      isOpen = true;
    }
  }
  if (text.length > limit) blocks.push('…');
  return blocks
    .map((block) =>
      typeof block === 'string'
        ? cleanProse(block, limit)
        : block.map((item) => cleanProse(item, limit)).filter((item) => item !== ''),
    )
    .filter(({ length }) => length > 0);
}

function cleanProse(markdown: string, limit: number): string {
  return cleanText(unescapeMarkdown(withoutMarkup(markdown, INLINE, limit)), limit);
}

/** Returns the URL if it is http(s), or else null. */
export function linkableUrl(url: string | null): string | null {
  if (url === null || !/^https?:\/\/[^\s]/i.test(url)) return null;
  return URL.canParse(url) ? url : null;
}

/** Default rel of links to other sites, which search engines do not follow. `siteRel` has the exceptions. */
export const OUTBOUND_REL = 'ugc nofollow noopener';
