import { describe, expect, it } from 'vitest';
import { createPreview, hideCredentials, lint, parse, summarizeReaders } from '#llmstxt';

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
  '- [Feed](postgres://ana:s3cret@kite.example/feed)\n',
  '- [Feed](mongodb+srv://ana:s3cret@kite.example/feed)\n',
  '- [Feed](https://kite.example/(x))\n- [Feed](https://ana:s3cret@kite.example/(x))\n',
];

describe('a user name or password in a URL', () => {
  it.each(FORMS)('gets a finding that hides it: %s', (text) => {
    const result = lint({ body: `# Kite\n\n## Docs\n\n${text}`, url });
    expect(result.findings.map(({ id }) => id)).toContain('secret-looking');
    const shown = result.findings.map(({ edits: _, ...finding }) => finding);
    expect(JSON.stringify(shown)).not.toContain('s3cret');
  });

  it.each(FORMS)('stays out of links and previews: %s', (text) => {
    const document = parse(`# Kite\n\n## Docs\n\n${text}`, { url });
    expect(document.links.map((link) => link.url).join(' ')).not.toContain('s3cret');
    expect(JSON.stringify(createPreview(document))).not.toContain('s3cret');
  });

  it.each(['postgres', 'redis', 'mongodb+srv', 'amqps', 'ftp'])(
    'stays out of notes with an address of %s',
    (scheme) => {
      const notes = `connect to ${scheme}://ana:s3cret@kite.example/db, or clone git+ssh://git@kite.example/kite`;
      const [link] = parse(`# Kite\n\n## Docs\n\n- [Guide](https://kite.example/): ${notes}\n`).links;
      expect(link?.notes).toBe(notes.replace('ana:s3cret', '***'));
    },
  );

  it('stays out of titles, names of sections and excerpts of readers', () => {
    const link = 'https://ana:s3cret@kite.example';
    const text = `# ${link}\n\n> ${link}\n\nText.\n\n## ${link}\n\n- ${link}\n- [a](b) - ${link}\n`;
    expect(JSON.stringify(createPreview(parse(text)))).not.toContain('s3cret');
    expect(JSON.stringify(summarizeReaders(text))).not.toContain('s3cret');
  });

  it('stays out of an excerpt that ends before the URL ends', () => {
    const { findings } = lint({
      body: `# Kite\n\n## Docs\n\n- **[${'a'.repeat(80)}](https://ana:${'s3cret'.repeat(9)}@kite.example/)**\n`,
    });
    expect(findings.map(({ id }) => id)).toContain('link-form');
    expect(findings.map(({ excerpt }) => excerpt).join(' ')).not.toContain('s3cret');
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
