import { describe, expect, it } from 'vitest';
import { parse } from '#llmstxt';
import { toSearchText } from '../../src/search/search-text.ts';

const of = (text: string) => toSearchText(text, parse(text, { url: 'https://a.example/llms.txt' }));

describe('searchable text of a file', () => {
  it('contains the prose, and the names of sections and links in file order', () => {
    const text = [
      '# Harbor tides',
      '',
      '> Tide tables for **small** harbors, see [about](https://a.example/about).',
      '',
      'Updated daily.',
      '',
      '## Guides',
      '',
      '- [Reading a table](https://a.example/read): every column explained',
      '',
      'Ask us at https://a.example/contact anytime.',
      '',
      '## Optional',
      '',
      '- [Old tables](https://a.example/old)',
    ].join('\n');
    expect(of(text)).toEqual({
      prose: 'Tide tables for small harbors, see about. Updated daily. Ask us at anytime.',
      names: ['about', 'Guides', 'Reading a table', 'https://a.example/contact', 'Optional', 'Old tables'],
      notes: ['every column explained'],
    });
  });

  it('stays bounded and excludes code', () => {
    const { prose, names } = of(`# A\n\n${'word '.repeat(1_000)}\n\n\`\`\`\nsecret\n\`\`\`\n`);
    expect(prose).toHaveLength(1_000);
    expect(names).toEqual([]);
    expect(of('# A\n\n```\nnpm install\n```\n').prose).toBe('');
  });
});
