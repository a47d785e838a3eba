import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** Elements with the words of a site, with code, or with examples. */
const QUOTING = new Set(['bdi', 'code', 'pre', 'textarea', 'script', 'style']);

const findAttribute = (node: Node, name: string) =>
  'attrs' in node ? node.attrs.find((attribute) => attribute.name === name)?.value : undefined;

const isQuoted = (node: Node) => QUOTING.has(node.nodeName) || findAttribute(node, 'dir') === 'auto';

/** Returns our own words of an element, with single spaces. */
function ownWords(node: Node): string {
  if (isQuoted(node)) return ' ';
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  const inner = 'childNodes' in node ? node.childNodes.map(ownWords).join('') : '';
  return ` ${inner} `;
}

const clean = (words: string) => words.replace(/\s+/g, ' ').trim();

/** Reads our own words in each part of the page of a site, by the id of its heading. The part `head` is above the parts. */
export function readParts(html: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  const visit = (node: Node) => {
    const name = findAttribute(node, 'aria-labelledby');
    if (node.nodeName === 'section' && name !== undefined) parts.set(name, clean(ownWords(node)));
    else if (findAttribute(node, 'class') === 'domain-head') parts.set('head', clean(ownWords(node)));
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return parts;
}

/** Own words of an item, a row, a paragraph or a heading, or the words between them. */
export interface Block {
  readonly words: string;
  /** Path of its first link, or null. */
  readonly path: string | null;
  /** Number of items in the list after it. */
  readonly nextItems: number;
}

const BLOCKS = new Set(['li', 'tr', 'p', 'h1', 'h2', 'h3', 'summary', 'g']);

const listChildren = (node: Node): readonly Node[] => ('childNodes' in node ? node.childNodes : []);

function findElements(node: Node, name: string): readonly Node[] {
  return listChildren(node).flatMap((child) => [
    ...(child.nodeName === name ? [child] : []),
    ...findElements(child, name),
  ]);
}

/** Reads our own words of a page. An item or row with other items is not a block. */
export function readBlocks(html: string): readonly Block[] {
  const blocks: Block[] = [];
  const between: string[] = [];
  const visit = (node: Node, next: Node | undefined) => {
    const hasInner = ['li', 'tr', 'g'].some((name) => findElements(node, name).length > 0);
    if (BLOCKS.has(node.nodeName) && !hasInner) {
      const [link] = findElements(node, 'a');
      const path = (link && findAttribute(link, 'href')) ?? null;
      const nextItems = next === undefined ? 0 : findElements(next, 'li').length;
      blocks.push({ words: clean(ownWords(node)), path, nextItems });
    } else if (listChildren(node).length === 0) between.push(ownWords(node));
    else if (!isQuoted(node))
      for (const [at, child] of listChildren(node).entries()) visit(child, listChildren(node)[at + 1]);
  };
  visit(parse(html), undefined);
  return [...blocks, { words: clean(between.join(' ')), path: null, nextItems: 0 }];
}

/** Returns the words of a page, also of sites, with single spaces. */
export const toWords = (html: string) => clean(html.replace(/<[^>]*>/g, ' '));

/** Formats a count as a page does. */
export const group = (count: number) => count.toLocaleString('en');

const NUMBER = /\d+(?:,\d{3})*(?:\.\d+)?/g;

/** Lists the numbers of a text. */
export const numbersIn = (words: string): readonly string[] => words.match(NUMBER) ?? [];

/** Collects all numbers of an answer of the API as a page shows them, also in its texts, and the days of its times. */
export function listNumbers(answer: unknown): Set<string> {
  const found = new Set<string>();
  const collect = (value: unknown) => {
    if (typeof value === 'number') found.add(group(value));
    else if (typeof value === 'string') {
      for (const number of numbersIn(value)) found.add(number);
      if (/^\d{4}-\d\d-\d\dT/.test(value)) found.add(String(new Date(value).getUTCDate()));
    } else if (Array.isArray(value)) {
      found.add(group(value.length));
      value.forEach(collect);
    } else if (value !== null && typeof value === 'object') Object.values(value).forEach(collect);
  };
  collect(answer);
  return found;
}
