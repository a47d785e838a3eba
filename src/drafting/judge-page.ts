import { decodePage, isGone, type PageFacts } from '#llmstxt';
import { findRefreshTarget } from '../extract/find-refresh-target.ts';
import { isHtml } from '../extract/is-html.ts';
import { markdownHeadings } from '../extract/markdown-page.ts';
import { readPage } from '../extract/read-page.ts';
import { saysNotFound } from '../extract/says-not-found.ts';
import { visibleText } from '../extract/visible-text.ts';
import type { FetchResult } from '../fetch/net.ts';
import type { Reason } from './left-out.ts';

export interface ReadPage {
  /** Null for a page in Markdown or plain text. */
  readonly facts: PageFacts | null;
  readonly title: string | null;
  /** Text that the page shows without scripts. */
  readonly text: string;
  /** URL to which a meta element redirects visitors, or null. */
  readonly movedTo: string | null;
}

/** Responses of a site that are not separate pages. */
export interface KnownTexts {
  readonly homepage: ReadPage | null;
  /** Response to a URL that cannot exist, if its status is 200. */
  readonly missing: ReadPage | null;
}

/** Longest text of an error page. A longer text only mentions words of error pages. */
const MAX_MESSAGE_CHARS = 300;

/** Reads a response with status 200 as a page. Returns null for types other than HTML and text. */
export function toReadPage(result: FetchResult): ReadPage | null {
  if (result.status !== 200) return null;
  if (isHtml(result)) {
    const { headers, body, finalUrl } = result;
    const html = decodePage(body, headers['content-type']);
    const facts = readPage(html, finalUrl, headers);
    return { facts, title: facts.title, text: visibleText(html), movedTo: findRefreshTarget(html, finalUrl) };
  }
  const headings = markdownHeadings(result);
  const text = Buffer.from(result.body).toString('utf8');
  return headings && { facts: null, title: headings[0] ?? null, text, movedTo: null };
}

/** Returns a separate page, or the reason to leave the page out. */
export function judgePage(result: FetchResult, known: KnownTexts): ReadPage | Reason {
  const { status } = result;
  if (result.leftDomain === true) return 'elsewhere';
  if (status !== 200) return status !== null && isGone(status) ? 'gone' : 'failed';
  const page = toReadPage(result);
  if (page === null) return 'no-page';
  if (page.facts && isMissing(page, known)) return 'not-found';
  if (page.movedTo !== null) return 'moved';
  if (page.text === '' && !page.facts?.description) return 'empty';
  return known.homepage && isSame(page, known.homepage) ? 'homepage' : page;
}

/** Reports whether a page is a message of the server, such as "not found" or a bot check. */
export function isMessage({ facts, title, text }: ReadPage): boolean {
  const heading = facts?.heading ?? null;
  // The heading may be the name of the site.
  const rest = heading !== null && text.startsWith(heading) ? text.slice(heading.length) : text;
  const names = [title, heading, ...(text.length <= MAX_MESSAGE_CHARS ? [text, rest.trim()] : [])];
  return names.some((name) => name !== null && saysNotFound(name));
}

function isMissing(page: ReadPage, { homepage, missing }: KnownTexts): boolean {
  if (isMessage(page)) return true;
  // Compare with the homepage, because an application may serve its homepage under every URL.
  if (missing === null || (homepage && isSame(missing, homepage))) return false;
  const names = joinNames(page);
  const isNamedSo =
    names !== '' && names === joinNames(missing) && (homepage === null || names !== joinNames(homepage));
  return isNamedSo || shownBy(page) === shownBy(missing);
}

/** Returns the title and heading, without the URL that a server may repeat there. */
const joinNames = ({ facts, title }: ReadPage): string =>
  withoutAddress(`${title ?? ''}\n${facts?.heading ?? ''}`, facts?.url ?? null).trim();

const shownBy = (page: ReadPage): string => `${joinNames(page)}\n${withoutAddress(page.text, page.facts?.url ?? null)}`;

/** Shortest last path segment to remove. Shorter segments occur in other words. */
const MIN_SEGMENT_CHARS = 4;

function withoutAddress(text: string, address: string | null): string {
  const url = address === null ? null : URL.parse(address);
  if (url === null) return text;
  const segment = url.pathname.split('/').findLast((part) => part.length >= MIN_SEGMENT_CHARS) ?? url.pathname;
  const spellings = [url.href, url.pathname, segment].flatMap((part) => [part, decoded(part)]);
  return spellings.filter((part) => part !== '/').reduce((left, part) => left.replaceAll(part, ''), text);
}

function decoded(part: string): string {
  try {
    return decodeURI(part);
  } catch {
    return part;
  }
}

export function isSame(a: ReadPage, b: ReadPage): boolean {
  return a.title === b.title && a.text === b.text && a.facts?.description === b.facts?.description;
}
