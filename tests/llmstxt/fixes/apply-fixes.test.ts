import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyFixes,
  createPreview,
  type DocumentContent,
  type LlmsDocument,
  lint,
  PREVIEW_LIMITS,
  parse,
  stringify,
} from '#llmstxt';
import { listCorpus } from '../corpus.ts';
import { SHAPES } from '../shapes.ts';

const URL_OF_FILE = 'https://example.com/docs/llms.txt';

/** Pieces that mean something, so that random texts are full of broken structure. */
const piece = fc.constantFrom(
  ...[
    '# ',
    '## ',
    '### ',
    '#',
    '##',
    '> ',
    '- ',
    '* ',
    '+ ',
    '1. ',
    '  ',
    '    ',
    '\t',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '```\n',
    '~~~',
    '---\n',
    '===\n',
  ],
  ...[
    '[',
    ']',
    '(',
    ')',
    '](',
    '[a](b)',
    '![',
    '<',
    '>',
    '<https://a.example>',
    'https://b.example/c_(d)',
    'mailto:x@y.example',
    '[r]: u\n',
    '[r]',
  ],
  ...[
    '**',
    '*',
    '_',
    '`',
    '``',
    '\\',
    '&amp;',
    '&#',
    ': ',
    ' - ',
    '|',
    '<!--',
    '-->',
    '<div>',
    'word',
    'Optional',
    '\uFEFF',
    '\u200B',
    '\0',
    '\uD800',
  ],
);
const anyText = fc
  .array(fc.oneof(piece, fc.string({ maxLength: 6, unit: 'binary' })), { maxLength: 60 })
  .map((parts) => parts.join(''));

describe('any input', () => {
  it('gives an inspection and never an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (body) => void lint({ body, url: URL_OF_FILE })),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(anyText, (body) => void lint({ body, url: URL_OF_FILE })),
      { numRuns: 2000 },
    );
  });

  it('has links in text order whose spans are in the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let end = 0;
        for (const { span } of parse(text).links) {
          expect(span.start).toBeGreaterThanOrEqual(end);
          expect(span.end).toBeGreaterThan(span.start);
          end = span.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(Object.entries(SHAPES))('made to hurt is read: %s', (_, make) => {
    const { document, findings } = lint({ body: make(20_000), url: URL_OF_FILE });
    expect(findings.length).toBeLessThan(2000);
    if (document !== null)
      expect(JSON.stringify(createPreview(document)).length).toBeLessThanOrEqual(PREVIEW_LIMITS.maxBytes);
  });
});

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
  .filter((one) => one !== '');
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

/** What render writes of a document. */
function written(document: DocumentContent | LlmsDocument): unknown {
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

describe('render', () => {
  it('writes a document that reads back the same', () => {
    fc.assert(
      fc.property(made, (document) => {
        expect(written(parse(stringify(document)))).toEqual(written(document));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('applyFixes', () => {
  it('changes nothing a second time, and drops no link and no word', () => {
    fc.assert(fc.property(anyText, holds), { numRuns: 1000 });
  });

  it('does so on real files, which then lint without what was repaired', { timeout: 120_000 }, () => {
    for (const { body } of listCorpus('llms').filter((file, index) => index % 5 === 0 && file.body.length < 60_000)) {
      const { text } = lint({ body });
      if (text === null) continue;
      holds(text);
      const left = lint({ body: repaired(text), url: URL_OF_FILE }).findings.filter(
        (finding) => finding.edits.length > 0,
      );
      expect(left).toEqual([]);
    }
  });
});

function repaired(text: string): string {
  return applyFixes(text, lint({ body: text, url: URL_OF_FILE }).findings, { url: URL_OF_FILE });
}

function holds(text: string): void {
  const once = repaired(text);
  expect(repaired(once)).toBe(once);
  const after = once.toLowerCase();
  for (const word of wordsOf(text)) expect(after.includes(word), `lost: ${word}`).toBe(true);
  const links = new Set(parse(once, { url: URL_OF_FILE }).links.map(({ url, href }) => loose(url ?? href)));
  for (const { url, href } of parse(text, { url: URL_OF_FILE }).links)
    expect(links.has(loose(url ?? href)), `lost: ${href}`).toBe(true);
}

/** Words by their letters; what a whole-file fence is labelled with goes with it. */
function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[a-z]{3,}/g) ?? []).filter((word) => word !== 'markdown'));
}

/** Parentheses may be written as %28. */
function loose(url: string): string {
  return decodeURI(url.replace(/%(?![0-9A-Fa-f]{2})/g, '%25').replace(/%[89A-Fa-f][0-9A-Fa-f]/g, ''))
    .replaceAll('%28', '(')
    .replaceAll('%29', ')')
    .replace(/[\u200B\s]/g, '');
}
