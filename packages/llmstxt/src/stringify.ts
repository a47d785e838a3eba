import { BACKSLASH, isPunctuation } from './parser/characters.ts';
import type { Link, LlmsDocument } from './types/document.ts';

/** Parts of a document to write, from which all other parts derive. */
export interface DocumentContent {
  readonly title: string | null;
  readonly summary: string | null;
  readonly details: string;
  readonly sections: readonly {
    readonly title: string;
    readonly level?: number;
    readonly links: readonly Pick<Link, 'title' | 'href' | 'notes'>[];
  }[];
}

/**
 * Writes a document in the form of the proposal. Parsing the result gives the same title, summary, details, and
 * sections with the links of their lists, but other positions and forms. `details` is Markdown and stays unchanged.
 * Other parts are text and are escaped, so links in a summary or heading become text.
 */
export function stringify(document: DocumentContent | LlmsDocument): string {
  const blocks: string[] = [];
  if (document.title !== null) blocks.push(`# ${headingText(document.title)}`);
  if (document.summary !== null) blocks.push(`> ${blockText(document.summary)}`);
  if (document.details !== '') blocks.push(document.details);
  for (const section of document.sections) {
    blocks.push(`${'#'.repeat(section.level ?? 2)} ${headingText(section.title)}`.trimEnd());
    if (section.links.length > 0) blocks.push(section.links.map(renderLink).join('\n'));
  }
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

function renderLink(link: Pick<Link, 'title' | 'href' | 'notes'>): string {
  const target = `- [${escapeText(link.title)}](${escapeTarget(link.href)})`;
  return link.notes === null ? target : `${target}: ${notesText(link.notes)}`;
}

/**
 * Characters with a meaning in inline Markdown: an underscore, unless between letters, `&` in a character reference, the brace of
 * an attribute list, and the colon of a URL, which would be a link.
 */
const ACTIVE = /[\\`*~[\]<>]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|\{(?=[:.#])|:(?=\/\/)|!(?=\[)/gu;

function escapeText(text: string): string {
  return oneLine(text).replace(ACTIVE, '\\$&');
}

/** Escapes trailing # marks of a heading, because Markdown would remove the marks. */
function headingText(text: string): string {
  const escaped = escapeText(text);
  return /(?:^|[ \t])#+$/.test(escaped.slice(-80)) ? `${escaped.slice(0, -1)}\\#` : escaped;
}

/** Escapes text at the start of a block that would start a list, a heading or a fence. */
function blockText(text: string): string {
  return notesText(text).replace(/^(\d{1,9})([.)])/, '$1\\$2');
}

/** Escapes a dash or colon at the start of notes, because it would count as the separator. */
function notesText(text: string): string {
  const escaped = escapeText(text);
  const first = escaped.charCodeAt(0);
  return first !== BACKSLASH && isPunctuation(first) ? `\\${escaped}` : escaped;
}

/** Escapes a URL for a link target. Callers may encode parentheses first. */
function escapeTarget(href: string): string {
  const line = href.replace(/[\r\n]/g, encodeURIComponent);
  const escaped = line.replace(/[\\()<>&]/g, '\\$&');
  return /[\0-\x20\x7F]/.test(line) || line === '' ? `<${escaped}>` : escaped;
}

function oneLine(text: string): string {
  return text.replace(/[ \t\r\n\f\v\0]+/g, ' ').trim();
}
