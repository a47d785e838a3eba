import { entityAt } from '../src/parser/inline/entities.ts';

export interface HtmlText {
  readonly value: string;
}

export interface HtmlElement {
  readonly tagName: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly childNodes: HtmlNode[];
}

export type HtmlNode = HtmlText | HtmlElement;

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Elements without tags of the page. An SVG may have a title, and tags without an end such as `<title/>`. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'svg']);
/** Open elements that a start tag closes, because authors and minifiers omit their end tags. */
const ENDED_BY: Readonly<Record<string, ReadonlySet<string>>> = {
  li: new Set(['li']),
  dt: new Set(['dt', 'dd']),
  dd: new Set(['dt', 'dd']),
  tr: new Set(['tr', 'td', 'th']),
  td: new Set(['td', 'th']),
  th: new Set(['td', 'th']),
  option: new Set(['option']),
  body: new Set(['head']),
};
const BLOCK =
  /^(?:address|article|aside|blockquote|details|div|dl|fieldset|figure|footer|form|h[1-6]|header|hr|main|nav|ol|p|pre|section|table|ul)$/;
/** Elements that limit the effect of a missing end tag. */
const BOUNDARY = new Set(['table', 'ul', 'ol', 'dl', 'body', 'html']);
const TAG = /<!--.*?(?:-->|$)|<[!?][^>]*>|<(\/?)([a-z][^\s/<>]*)(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)>/gis;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/**
 * Parses the HTML of a generator into a tree, with each `href` relative to the page. Supports optional end tags, but
 * does not repair other faults like a browser.
 */
export function readHtml(html: string): HtmlElement {
  let base: string | null = null;
  const root: HtmlElement = { tagName: '', attributes: new Map(), childNodes: [] };
  const open = [root];
  let at = 0;
  for (let tag = nextTag(html, at); tag; tag = nextTag(html, at)) {
    addText(open, html.slice(at, tag.index));
    at = tag.index + tag[0].length;
    const [, slash, name = '', attributes = ''] = tag;
    const tagName = name.toLowerCase();
    if (tagName === '') continue;
    if (slash === '/') closeElement(open, tagName);
    else {
      const element: HtmlElement = { tagName, attributes: readAttributes(attributes, base), childNodes: [] };
      if (tagName === 'base') base ??= element.attributes.get('href') ?? null;
      at = openElement(open, element, html, at);
    }
  }
  addText(open, html.slice(at));
  return root;
}

function nextTag(html: string, from: number): RegExpExecArray | null {
  TAG.lastIndex = from;
  return TAG.exec(html);
}

/** Returns the next offset: after the text of a raw text element. */
function openElement(open: HtmlElement[], element: HtmlElement, html: string, at: number): number {
  const { tagName } = element;
  endImplied(open, tagName);
  open.at(-1)?.childNodes.push(element);
  if (VOID.has(tagName) || (tagName === 'svg' && html[at - 2] === '/')) return at;
  if (!RAW.has(tagName)) {
    open.push(element);
    return at;
  }
  const end = indexOfEndTag(html, tagName, at);
  const text = html.slice(at, end < 0 ? html.length : end);
  if (tagName === 'title' || tagName === 'textarea') element.childNodes.push({ value: decodeReferences(text) });
  const close = end < 0 ? -1 : html.indexOf('>', end);
  return close < 0 ? html.length : close + 1;
}

function indexOfEndTag(html: string, tagName: string, from: number): number {
  const endTag = new RegExp(`</${tagName}`, 'gi');
  endTag.lastIndex = from;
  return endTag.exec(html)?.index ?? -1;
}

function endImplied(open: HtmlElement[], tagName: string): void {
  if (BLOCK.test(tagName) && open.at(-1)?.tagName === 'p') open.pop();
  const ended = ENDED_BY[tagName];
  if (ended === undefined) return;
  const from = open.findLastIndex((element) => ended.has(element.tagName) || BOUNDARY.has(element.tagName));
  const innermost = open[from];
  if (innermost && ended.has(innermost.tagName)) open.length = from;
}

function closeElement(open: HtmlElement[], tagName: string): void {
  const from = open.findLastIndex((element) => element.tagName === tagName);
  if (from > 0) open.length = from;
}

function addText(open: readonly HtmlElement[], text: string): void {
  if (text !== '') open.at(-1)?.childNodes.push({ value: decodeReferences(text) });
}

/** `base` is the `href` of the page's `base` element, which completes a relative `href`. */
function readAttributes(text: string, base: string | null): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeReferences(double ?? single ?? bare ?? ''));
  }
  const href = attributes.get('href');
  if (base !== null && href !== undefined) attributes.set('href', onBase(href, base));
  return attributes;
}

/**
 * Resolves a link at the base. Links within the page stay, because generators write them for the page. A base without a host
 * stays relative to the page.
 */
function onBase(href: string, base: string): string {
  if (href.startsWith('#') || URL.canParse(href)) return href;
  if (URL.canParse(base)) return URL.canParse(href, base) ? new URL(href, base).href : href;
  return /^[/?]/.test(href) ? href : `${base.replace(/[^/]*$/, '')}${href}`;
}

/** Decodes character references. Keeps unknown references. */
function decodeReferences(text: string): string {
  let decoded = '';
  let from = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    const entity = entityAt(text, at, text.length);
    if (entity === null) continue;
    decoded += text.slice(from, at) + entity.text;
    from = entity.end;
  }
  return decoded + text.slice(from);
}
