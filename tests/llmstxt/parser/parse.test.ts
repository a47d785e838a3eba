import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPreview, lint, PREVIEW_LIMITS, parse, summarizeReaders } from '#llmstxt';
import { anyText } from '../any-text.ts';
import { SHAPES } from '../shapes.ts';

const URL_OF_FILE = 'https://example.com/docs/llms.txt';

describe('any input', () => {
  it('gives a result and never an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (body) => void lint({ body, url: URL_OF_FILE })),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(anyText, (body) => void lint({ body, url: URL_OF_FILE })),
      { numRuns: 2000 },
    );
  });

  it('yields links in text order with spans inside the text', () => {
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

  it.each(Object.entries(SHAPES))('survives hostile shapes: %s', (_, make) => {
    const { document, findings, assessment } = lint({ body: make(20_000), url: URL_OF_FILE });
    expect(findings.length).toBeLessThan(2000);
    expect(assessment?.score ?? 0).toBeLessThanOrEqual(60);
    if (document !== null)
      expect(JSON.stringify(createPreview(document)).length).toBeLessThanOrEqual(PREVIEW_LIMITS.maxBytes);
  });

  // In quadratic time, each of these texts would need minutes.
  it.each(['tildes', 'blanks in a quote', 'empty lines in a section', 'tabs'])('reads a long run once: %s', (shape) => {
    const text = SHAPES[shape]?.(400_000) ?? '';
    expect(lint({ body: text, url: URL_OF_FILE }).text).toHaveLength(text.length);
    expect(summarizeReaders(text)).toHaveLength(2);
  });
});

describe('text after a link', () => {
  it.each([
    [', a tool for kites', 'a tool for kites'],
    ['; then fly', 'then fly'],
    ['. A tool', 'A tool'],
    [' .NET guide', '.NET guide'],
    [' ... more', '... more'],
    [': , fly', ', fly'],
    ['.', null],
  ])('becomes notes without the marks of the sentence: %s', (after, notes) => {
    const { links } = parse(`# Kite\n\n## Docs\n\n- [Guide](https://kite.example/guide)${after}\n`);
    expect(links.map((link) => link.notes)).toEqual([notes]);
  });
});
