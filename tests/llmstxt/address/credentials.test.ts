import { describe, expect, it } from 'vitest';
import { createPreview, hideCredentials, lint, parse } from '#llmstxt';

const url = 'https://kite.example/llms.txt';
const FORMS = [
  '- [Feed](https://ana:s3cret@kite.example/feed): data\n',
  '- [Feed](HTTP://ana:s3cret@kite.example/feed)\n',
  '- [Feed](//ana:s3cret@kite.example/feed)\n',
  '- [Feed](<https://ana:s3cret@kite.example/feed>)\n',
  '- [Feed](https://s3cret@kite.example/feed)\n',
  '- https://ana:s3cret@kite.example/feed\n',
  'See https://ana:s3cret@kite.example/feed.\n',
  '- [Feed][1]\n\n[1]: https://ana:s3cret@kite.example/feed\n',
  '- [Feed](https://ana:s3cret@localhost/feed)\n',
  '- [Feed](https://ana:s3cret@kite_1.com/feed)\n',
  '- [Feed](ftp://ana:s3cret@kite.example/feed)\n',
  '- [Feed](https://kite.example/(x))\n- [Feed](https://ana:s3cret@kite.example/(x))\n',
];

describe('a user name or password in a URL', () => {
  it.each(FORMS)('gets a finding that hides it: %s', (text) => {
    const result = lint({ body: `# Kite\n\n## Docs\n\n${text}`, url });
    expect(result.findings.map(({ id }) => id)).toContain('secret-looking');
    const shown = result.findings.map(({ edits: _, ...finding }) => finding);
    expect(JSON.stringify(shown)).not.toContain('s3cret');
  });

  it.each(FORMS.filter((text) => !text.includes('ftp:')))('stays out of links and previews: %s', (text) => {
    const document = parse(`# Kite\n\n## Docs\n\n${text}`, { url });
    expect(document.links.map((link) => link.url).join(' ')).not.toContain('s3cret');
    expect(JSON.stringify(createPreview(document))).not.toContain('s3cret');
  });

  it('becomes *** in a text', () => {
    expect(hideCredentials('- [Feed](https://ana:s3cret@kite.example/feed)')).toBe(
      '- [Feed](https://***@kite.example/feed)',
    );
    expect(hideCredentials('mail ana@kite.example, https://medium.com/@ana')).toBe(
      'mail ana@kite.example, https://medium.com/@ana',
    );
  });
});
