import { escapeParentheses } from '../src/address/normalize-url.ts';
import { removeInvisible } from '../src/parser/invisible.ts';
import type { HtmlElement as Element, HtmlNode as Node } from './read-html.ts';

/** Elements around the text, or without text. */
const SKIPPED = new Set(
  'head title script style template noscript svg nav aside header footer form button iframe select dialog'.split(' '),
);
/** Class of Starlight's notes, which are part of the text, unlike other `aside` elements. */
const NOTE = /(?:^|\s)starlight-aside(?:\s|$)/;
/** Class of VitePress's language label over code. */
const CODE_LABEL = 'lang';
const HEADING = /^h([1-6])$/;
/** Labels of tabs, and blocks in a link or cell, which have no space between them. */
const SEPARATE = /^(?:label|div|p|h[1-6]|li|section|article|dt|dd|figcaption|pre|blockquote)$/;
const DEEPEST_HEADING = 6;
/** Deepest nesting that is read. Authors do not nest deeper. */
const MAX_DEPTH = 200;

/** Converts the main text of a page to Markdown, without its title and with headings one level deeper. */
export function mainText(root: Element): string {
  return toBlocks(root, 0).join('\n\n');
}

function toBlocks(node: Node, depth: number): string[] {
  if (!('childNodes' in node) || depth > MAX_DEPTH) return [];
  const blocks: string[] = [];
  let line = '';
  const endLine = () => {
    const text = tidy(line);
    if (text !== '') blocks.push(text);
    line = '';
  };
  for (const child of node.childNodes) {
    const block = 'tagName' in child ? toBlock(child, depth) : null;
    if (block === null) {
      line += formatInline(child, depth);
      continue;
    }
    endLine();
    blocks.push(...block);
  }
  endLine();
  return blocks;
}

const CONTAINERS = new Set('div section article main body details summary figure figcaption dl dt dd tbody'.split(' '));

/** Returns the blocks of an element, or null for inline elements. */
function toBlock(element: Element, depth: number): string[] | null {
  const { tagName } = element;
  if (NOTE.test(attribute(element, 'class') ?? '')) return toBlocks(element, depth + 1);
  if (SKIPPED.has(tagName) || attribute(element, 'class') === CODE_LABEL) return [];
  const [, level] = HEADING.exec(tagName) ?? [];
  if (level === '1') return [];
  if (level !== undefined) {
    const text = tidy(inlineWithin(element, depth));
    return text === '' ? [] : [`${'#'.repeat(Math.min(Number(level) + 1, DEEPEST_HEADING))} ${text}`];
  }
  if (tagName === 'pre') return [formatCode(element) ?? fence(rawText(element))];
  if (tagName === 'p') return toBlocks(element, depth + 1);
  if (tagName === 'blockquote') return [prefixLines(toBlocks(element, depth + 1).join('\n\n'), '> ', '> ')];
  if (tagName === 'ul' || tagName === 'ol') return formatList(element, depth);
  if (tagName === 'table') return [formatCode(element) ?? formatTable(element, depth)];
  return CONTAINERS.has(tagName) || tagName.includes('-') ? toBlocks(element, depth + 1) : null;
}

function formatList(list: Element, depth: number): string[] {
  const items = list.childNodes.filter(
    (node): node is Element => 'tagName' in node && node.tagName === 'li' && !isJump(node),
  );
  const texts = items.map((item) => toBlocks(item, depth + 1).join('\n')).filter((text) => text !== '');
  const first = Number.parseInt(attribute(list, 'start') ?? '1', 10) || 0;
  const lines = texts.map((text, index) => {
    const mark = list.tagName === 'ol' ? `${first + index}. ` : '- ';
    return prefixLines(text, mark, ' '.repeat(mark.length));
  });
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/**
 * Returns the code next to line numbers, or null without line numbers. MkDocs, Sphinx and Hugo write a table, and Jekyll writes a
 * table in `pre`.
 */
function formatCode(element: Element): string | null {
  const [numbers, code, ...others] = descendants(element, 'pre').map(rawText);
  const isCode = numbers !== undefined && /^[\d\s]+$/.test(numbers) && others.length === 0;
  return isCode && code !== undefined ? fence(code) : null;
}

function formatTable(table: Element, depth: number): string {
  const rows = descendants(table, 'tr').map((row) =>
    [...descendants(row, 'th'), ...descendants(row, 'td')].map((cell) =>
      tidy(inlineWithin(cell, depth)).replaceAll('|', '\\|'),
    ),
  );
  const [head = '', ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [head, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...body].join('\n');
}

function inlineWithin(element: Element, depth: number): string {
  return depth > MAX_DEPTH ? '' : element.childNodes.map((child) => formatInline(child, depth + 1)).join('');
}

function formatInline(node: Node, depth: number): string {
  if ('value' in node) return node.value;
  if (!('tagName' in node) || SKIPPED.has(node.tagName)) return '';
  if (node.tagName === 'br') return ' ';
  if (node.tagName === 'img') return attribute(node, 'alt') ?? '';
  const text = inlineWithin(node, depth);
  if (SEPARATE.test(node.tagName)) return ` ${text} `;
  if (node.tagName === 'code') return text.trim() === '' ? text : `\`${text.trim()}\``;
  const href = node.tagName === 'a' ? attribute(node, 'href') : null;
  if (href === null || /^\s*(?:$|javascript:)/i.test(href)) return text;
  if (href.startsWith('#')) return isMark(node, text) ? '' : text;
  const target = escapeParentheses(href.trim().replace(/\s/g, '%20'));
  return tidy(text) === '' ? '' : `[${tidy(text)}](${target})`;
}

/** Reports whether a link to a heading of the page is the mark next to this heading. Starlight writes words into it. */
function isMark(link: Element, text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text) || /anchor/.test(attribute(link, 'class') ?? '');
}

/** Reports whether a node contains only links to headings of the page. */
function isJump(node: Node): boolean {
  if ('value' in node) return node.value.trim() === '';
  if (!('tagName' in node)) return true;
  return node.tagName === 'a' ? attribute(node, 'href')?.startsWith('#') === true : node.childNodes.every(isJump);
}

function descendants(element: Element, tagName: string): Element[] {
  return element.childNodes.flatMap((node) => {
    if (!('tagName' in node)) return [];
    return node.tagName === tagName ? [node] : descendants(node, tagName);
  });
}

/** Returns the text of code. Docusaurus ends lines of code with `br`. */
function rawText(node: Node): string {
  if ('value' in node) return node.value;
  if ('tagName' in node && node.tagName === 'br') return '\n';
  return 'childNodes' in node ? node.childNodes.map(rawText).join('') : '';
}

/** Encloses code in a fence that is longer than any fence in the code. */
function fence(code: string): string {
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map((run) => run.length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}\n${code.replace(/\n+$/, '')}\n${mark}`;
}

function prefixLines(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => (line === '' ? line : `${index === 0 ? first : others}${line}`))
    .join('\n');
}

/** Collapses white space, and removes invisible characters. */
export function tidy(text: string): string {
  return removeInvisible(text).replace(/\s+/g, ' ').trim();
}

function attribute(element: Element, name: string): string | null {
  return element.attributes.get(name) ?? null;
}
