import { defineRule } from '../reporting/define-rule.ts';
import { createLocator } from '../reporting/locate.ts';
import type { Link } from '../types/document.ts';
import type { LlmsFile } from '../types/file.ts';
import type { RuleExample } from '../types/rule.ts';

/** Controls except tab, line ends and form feed; direction overrides and isolates; zero-width spaces, not the joiners. */
const INVISIBLE = /[\x00-\x08\x0B\x0E-\x1F\x7F\u0080-\u009F\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/g;

/** It separates words, so a space takes its place. */
const VERTICAL_TAB = 0x0b;
/** White space, without the byte-order mark that JavaScript counts as such. */
const WHITE_SPACE = /[^\S\uFEFF]/;

function isZeroWidth(code: number): boolean {
  return code === 0x200b || code === 0x2060 || code === 0xfeff;
}

/** The last link that starts at or before an offset; links are sorted by their place. */
function linkBefore(file: LlmsFile, at: number): Link | undefined {
  const { links } = file.document;
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((links[middle]?.span.start ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return links[low - 1];
}

/** Finds the next white space from an offset on. Called with ascending offsets, it reads the text once. */
function createSpaceFinder(text: string): (from: number) => number {
  let space = -1;
  return (from) => {
    if (space < from) {
      const length = text.slice(from).search(WHITE_SPACE);
      space = length < 0 ? text.length : from + length;
    }
    return space;
  };
}

export const invisibleCharacters = defineRule({
  id: 'invisible-characters',
  title: 'Invisible characters',
  severity: 'warning',
  source: 'convention',
  fix: 'Delete the character.',
  reads: 'text',
  *check(file) {
    const locate = createLocator(file.text);
    const nextSpace = createSpaceFinder(file.text);
    for (const found of file.text.matchAll(INVISIBLE)) {
      const code = found[0].charCodeAt(0);
      const [start, end] = [found.index, found.index + 1];
      const link = linkBefore(file, start);
      const inLink = link !== undefined && start < link.span.end;
      if (start === 0 || (isZeroWidth(code) && !inLink)) continue;
      // Without a space, a bare URL would take in what follows; and after a letter it would not be one, as a link is
      // none after `!` or a backslash.
      // In the target of a link that the character breaks, nothing takes its place: what follows belongs to the URL.
      const isTarget = link !== undefined && file.text.startsWith('](', link.span.start - 2);
      const after = link?.form === 'bare' && !inLink && !isTarget && nextSpace(link.span.end) > start;
      const before = linkBefore(file, end)?.span.start === end;
      const text = after || before || code === VERTICAL_TAB ? ' ' : '';
      const message = `There is an invisible character here (U+${code.toString(16).toUpperCase().padStart(4, '0')}).`;
      yield { at: locate(start, end), message, edits: [{ start, end, text }] };
    }
  },
});

export const invisibleCharactersExample: RuleExample = {
  why: 'Control characters and direction marks change what a person sees but not what a program reads. In a URL, they break the link.',
  before: '- [Gu\\u200Bide](https://example.com/guide.md)\n',
  after: '- [Guide](https://example.com/guide.md)\n',
};
