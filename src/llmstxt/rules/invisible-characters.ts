import type { LlmsFile } from '../file.ts';
import { placer } from '../places.ts';
import { defineRule } from '../rule.ts';

/** Controls but tab, line ends and form feed; direction overrides and isolates; zero-width blanks, not the joiners. */
const INVISIBLE = /[\x00-\x08\x0B\x0E-\x1F\x7F\u0080-\u009F\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/g;

function isZeroWidth(code: number): boolean {
  return code === 0x200b || code === 0x2060 || code === 0xfeff;
}

/** Links are sorted by their place. */
function isInLink(file: LlmsFile, at: number): boolean {
  const { links } = file.document;
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((links[middle]?.span.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const link = links[low];
  return link !== undefined && link.span.start <= at;
}

export const invisibleCharacters = defineRule({
  id: 'invisible-characters',
  title: 'Invisible characters',
  severity: 'warning',
  source: 'convention',
  why: 'Controls and direction marks change what a person sees but not what a program reads; in an address they break the link.',
  fix: 'Delete the character.',
  example: {
    before: '- [Gu\\u200Bide](https://example.com/guide.md)\n',
    after: '- [Guide](https://example.com/guide.md)\n',
  },
  reads: 'text',
  *check(file) {
    const places = placer(file.text);
    for (const found of file.text.matchAll(INVISIBLE)) {
      const code = found[0].charCodeAt(0);
      if (found.index === 0 || (isZeroWidth(code) && !isInLink(file, found.index))) continue;
      const message = `An invisible character (U+${code.toString(16).toUpperCase().padStart(4, '0')}) stands here.`;
      yield {
        at: places(found.index, found.index + 1),
        message,
        edits: [{ start: found.index, end: found.index + 1, text: '' }],
      };
    }
  },
});
