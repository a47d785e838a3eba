import { type Change, cutText } from '../src/index.ts';
import { printable } from './printable.ts';

/** One line: `+` marks additions, `-` removals, `~` changes. */
export function renderChange(change: Change): string {
  switch (change.kind) {
    case 'title':
    case 'summary':
    case 'details':
      return `~ ${change.kind}: ${quoted(change.before)} → ${quoted(change.after)}`;
    case 'section-added':
      return `+ section ${quoted(change.section)}`;
    case 'section-removed':
      return `- section ${quoted(change.section)}`;
    case 'section-renamed':
      return `~ section ${quoted(change.before)} → ${quoted(change.after)}`;
    case 'link-added':
      return `+ link ${link(change)} in ${place(change.section)}`;
    case 'link-removed':
      return `- link ${link(change)} in ${place(change.section)}`;
    case 'link-renamed':
      return `~ name of ${printable(change.url)}: ${quoted(change.before)} → ${quoted(change.after)}`;
    case 'link-notes':
      return `~ notes of ${printable(change.url)}: ${quoted(change.before)} → ${quoted(change.after)}`;
    case 'link-moved':
      return `~ link ${link(change)} moved from ${place(change.before)} to ${place(change.after)}`;
  }
}

const MAX_QUOTED = 120;

function quoted(text: string | null): string {
  if (text === null || text === '') return 'none';
  return `"${shortLine(text)}"`;
}

function shortLine(text: string): string {
  return printable(cutText(text.replace(/\s+/g, ' ').trim(), MAX_QUOTED));
}

function link({ title, url }: { readonly title: string; readonly url: string }): string {
  return `[${shortLine(title)}](${printable(url)})`;
}

function place(section: string | null): string {
  return section === null ? 'the text before the sections' : quoted(section);
}
