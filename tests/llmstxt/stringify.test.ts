import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DocumentContent, hideCredentials, type LlmsDocument, parse, stringify } from '#llmstxt';
import { piece } from './any-text.ts';

const words = fc
  .string({ minLength: 1, maxLength: 30, unit: 'grapheme-ascii' })
  .map((text) => text.replace(/\s+/g, ' ').trim());
const text = fc
  .oneof(
    words,
    fc.array(piece, { maxLength: 6 }).map((parts) =>
      parts
        .join('')
        .replace(/[\s\0\uFEFF\u200B\uD800]+/g, ' ')
        .trim(),
    ),
  )
  .filter((one) => one !== '' && hideCredentials(one) === one);
const link = fc.record({
  title: text,
  href: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  notes: fc.option(text),
});
const section = fc.record({ title: text, level: fc.constantFrom(2, 2, 2, 3), links: fc.array(link, { maxLength: 4 }) });
const made = fc.record({
  title: text,
  summary: fc.option(text),
  details: fc.constantFrom('', 'Some details.', 'One.\n\n- two'),
  sections: fc.array(section, { maxLength: 4 }),
});

/** Returns the stringified text of a document. */
function toContent(document: DocumentContent | LlmsDocument): unknown {
  const { title, summary, details, sections } = document;
  return {
    title,
    summary,
    details,
    sections: sections.map((one) => ({
      title: one.title,
      level: one.level ?? 2,
      links: one.links.map(({ title, href, notes }) => ({ title, href, notes })),
    })),
  };
}

describe('stringify', () => {
  it.each(['Setup {#setup}', '{.note}', 'Setup {: .note}', '~~Sale~~', 'M*A*S*H', '{id}'])(
    'keeps %s as text',
    (words) => {
      const link = { title: words, href: 'https://kite.example/', notes: words };
      const document = { title: words, summary: words, details: '', sections: [{ title: words, links: [link] }] };
      expect(toContent(parse(stringify(document)))).toEqual(toContent(document));
    },
  );

  it('does not escape an underscore between letters, because common parsers show the backslash', () => {
    const written = stringify({ ...parse('# A'), title: 'select_genes and _private' });
    expect(written).toBe('# select_genes and \\_private\n');
  });

  it('writes a document that reads back the same', () => {
    fc.assert(
      fc.property(made, (document) => {
        expect(toContent(parse(stringify(document)))).toEqual(toContent(document));
      }),
      { numRuns: 2000 },
    );
  });
});
