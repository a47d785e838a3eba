import { describe, expect, it } from 'vitest';
import { createPreview, PREVIEW_LIMITS, parse } from '#llmstxt';

const formatList = (links: number) => `# A\n\n## S\n\n${'- [page](https://e.example/page): notes\n'.repeat(links)}`;

describe('a preview', () => {
  it('contains all of a small file', () => {
    const preview = createPreview(parse(`# A\n\n> S\n\nD\n\n${formatList(1).slice(5)}`));
    expect(preview).toEqual({
      title: 'A',
      summary: 'S',
      details: 'D',
      sections: [{ title: 'S', links: [{ title: 'page', url: 'https://e.example/page', notes: 'notes' }] }],
      bytes: 59,
      tokens: 15,
      truncated: false,
    });
  });

  it('cuts a large file to the limit and marks the cut', () => {
    const preview = createPreview(parse(formatList(2000)));
    expect(preview.truncated).toBe(true);
    expect(preview.sections[0]?.links.length).toBeGreaterThan(100);
    expect(JSON.stringify(preview).length).toBeLessThanOrEqual(PREVIEW_LIMITS.maxBytes);
  });

  it('cuts long texts, but no surrogate pair', () => {
    const { title, summary } = createPreview(parse(`# ${'🍵'.repeat(200)}\n\n> ${'x'.repeat(5000)}\n`), {
      maxBytes: 16_384,
      maxText: 31,
    });
    expect(title).toBe(`${'🍵'.repeat(15)}…`);
    expect(summary).toBe(`${'x'.repeat(309)}…`);
  });
});
