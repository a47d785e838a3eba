import { hideCredentials } from '../address/credentials.ts';
import { escapeParentheses } from '../address/normalize-url.ts';
import { withoutBrackets } from './page-names.ts';

export interface DraftContent {
  readonly title: string;
  readonly summary: string | null;
  readonly details: string | null;
  readonly sections: readonly DraftSection[];
}

export interface DraftSection {
  readonly title: string;
  readonly links: readonly DraftLink[];
}

export interface DraftLink {
  readonly name: string;
  readonly url: string;
  readonly notes: string | null;
}

export type LinePart =
  | { readonly kind: 'title' | 'summary' | 'details' }
  | { readonly kind: 'section'; readonly section: number }
  | { readonly kind: 'link'; readonly section: number; readonly link: number };

interface DraftLine {
  readonly text: string;
  readonly part: LinePart | null;
}

/** Renders the parts in the form of the proposal, one line each, with LF at the end. */
export function renderDraft(parts: DraftContent): string {
  return `${renderLines(parts)
    .map(({ text }) => text)
    .join('\n')}\n`;
}

export function renderLines({ title, summary, details, sections }: DraftContent): DraftLine[] {
  const blank = { text: '', part: null };
  const lines: DraftLine[] = [{ text: `# ${escapeText(title)}`, part: { kind: 'title' } }];
  if (summary) lines.push(blank, { text: `> ${escapeBlock(summary)}`, part: { kind: 'summary' } });
  if (details) lines.push(blank, { text: escapeBlock(details), part: { kind: 'details' } });
  for (const [section, { title: name, links }] of sections.entries()) {
    lines.push(blank, { text: `## ${escapeText(name)}`, part: { kind: 'section', section } }, blank);
    for (const [link, entry] of links.entries()) {
      lines.push({ text: renderLink(entry), part: { kind: 'link', section, link } });
    }
  }
  return lines;
}

function renderLink({ name, url, notes }: DraftLink): string {
  const text = escapeText(withoutBrackets(name));
  return `- [${text}](${escapeParentheses(url)})${notes ? `: ${escapeText(notes)}` : ''}`;
}

/**
 * Escapes Markdown markup, but not an underscore between letters. Removes the scheme of a URL in a text,
 * because parsers would read it as a nameless link.
 */
function escapeText(text: string): string {
  return hideCredentials(text)
    .replace(/\b(?:https?|ftp|mailto):(?:\/\/)?(?:www\.)?/gi, '')
    .replace(/[\\`*~<[\]]|\{(?=[:.#])/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/#+$/, '\\$&');
}

/** Escapes a paragraph, whose first characters could also open a block. */
function escapeBlock(text: string): string {
  return escapeText(text)
    .replace(/^(?=[#>+=~|:-])/, '\\')
    .replace(/^(\d{1,9})(?=[.)])/, '$1\\');
}
