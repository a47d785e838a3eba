import { type BodyKind, decodeBody, detectBodyKind, type Link, normalizeUrl, parse } from '#llmstxt';
import { paths } from '../../directory/urls.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchResult } from '../../fetch/net.ts';
import { readToken, type SeenToken } from '../proof-look.ts';
import { formatPlace, listPlaces } from '../proof-places.ts';
import { absent, inconclusive, type Method, type ProofQuery, type Reading, readPlaces } from './method.ts';

/**
 * Proof by a list item in the site's llms.txt. The item's first link leads to the site's entry in this directory,
 * with the token at the end.
 */
export const llmsTxtMethod: Method = {
  name: 'llms_txt',

  instructions({ site, token, service }) {
    const label = service.name.replace(/[\\[\]]/g, '\\$&');
    return {
      description: `Recommended: add this list item to ${formatPlace(site, listPlaces(site).files)}.`,
      snippet: `- [${label}](${service.baseUrl}${pathBefore(site.domain)}${token}): the directory entry of ${site.domain}`,
    };
  },

  lookedFor: ({ site, token, service }) =>
    `a list item whose first link is “${service.name}” to ${service.baseUrl}${pathBefore(site.domain)}${token}`,

  look: (question, tools) =>
    readPlaces(listPlaces(question.site).files, LIMITS.proofLlmsTxt, question, tools, (result) =>
      readFile(result, question),
    ),
};

const pathBefore = (domain: string) => `${paths.domain(domain)}?verify=`;

/** Kinds of bodies that are not the owner's file. A page may echo the request or visitors' text. */
const OTHER_KINDS: Partial<Record<BodyKind, string>> = {
  html: 'an HTML page',
  empty: 'an empty file',
  'not-text': 'no text',
};

/** Matches the first tag of a page, which may have no other mark of HTML. PHP writes `<br />` before a warning. */
const TAG = /^\s*<(?!!--|br\b)/i;

function readFile({ body, headers, truncated }: FetchResult, question: ProofQuery): Reading {
  const { text } = decodeBody(body);
  const { kind } = detectBodyKind(text);
  const mayBePage = kind === 'parked' || /html/i.test(headers['content-type'] ?? '');
  const other = mayBePage && TAG.test(text) ? 'an HTML page' : OTHER_KINDS[kind];
  if (other !== undefined) return absent(other, readToken(text, `in ${other} instead of an llms.txt`));
  // Skip files without the parameter, because parsing a large file is slow.
  const tokens = MAY_CLAIM.test(text) ? [...readLinks(text, question), ...readToken(text, NO_LINK)] : [];
  return truncated
    ? inconclusive('no link to this entry in the first MiB', tokens)
    : absent('no link to this entry', tokens);
}

/** Matches the parameter, plain or with escaped characters. */
const MAY_CLAIM = /verify[=&]|%[67][\da-f]|&#/i;
const NO_LINK = 'not in a Markdown link to this entry';

function readLinks(text: string, question: ProofQuery): SeenToken[] {
  const { links } = parse(text);
  return links.flatMap((link, index) => {
    const claim = readClaim(link.href);
    return claim ? readToken(claim.token, describeFlaw(link, claim.path, links[index - 1], text, question)) : [];
  });
}

/** Splits the normalized URL of a claim before its token. Returns null for other URLs. */
function readClaim(href: string): { readonly path: string; readonly token: string } | null {
  const url = URL.parse(href);
  // Remove a final dot, which only marks a complete name.
  if (url) url.hostname = url.hostname.replace(/\.$/, '');
  const normal = normalizeUrl(url?.href ?? href);
  const at = normal.indexOf('?verify=');
  if (at < 0) return null;
  const end = at + '?verify='.length;
  return { path: normal.slice(0, end), token: normal.slice(end) };
}

/** Returns the reason that a link is not a proof, or null. */
function describeFlaw(
  { form, place, span }: Link,
  path: string,
  before: Link | undefined,
  text: string,
  { site, service, isEnough }: ProofQuery,
) {
  const leadsHere = isEnough
    ? path.endsWith(pathBefore(site.domain))
    : path === normalizeUrl(service.baseUrl + pathBefore(site.domain));
  if (!leadsHere) return 'in a link to another URL';
  if (form !== 'inline' && form !== 'reference') return 'as a plain address instead of a link with a name';
  if (place !== 'item') return `in ${PLACES[place]} instead of a list item`;
  if (before && !startsItem(text.slice(before.span.end, span.start))) return 'in a further link of a list item';
  if (isEnough || plainName(toName(text.slice(span.start, span.end))) === plainName(service.name)) return null;
  return `in a link that is not named “${service.name}”`;
}

const PLACES: Readonly<Record<Exclude<Link['place'], 'item'>, string>> = {
  prose: 'prose',
  table: 'a table',
  quote: 'a quote',
  heading: 'a heading',
};

/** Reports whether a list item starts between two links, so that the second link is the first of its item. */
function startsItem(between: string): boolean {
  return /[\r\n][ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(between);
}

/** Returns the text of a link without backslashes. */
function toName(source: string): string {
  const [, name = ''] = /^\[((?:\\.|[^\\])*?)\][[(]/s.exec(source) ?? /^\[((?:\\.|[^\\\]])*)\]$/s.exec(source) ?? [];
  return name.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** Normalizes a name: removes emphasis and folds letters. The lookbehind keeps the time linear for a name of marks. */
function plainName(name: string): string {
  return name
    .replace(/\s+/g, ' ')
    .replace(/^[\s*_`]+|(?<![\s*_`])[\s*_`]+$/g, '')
    .toLowerCase();
}
