import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFixes, lint, parse } from '#llmstxt';
import { anyText } from '../any-text.ts';
import { lostContent } from './lost-content.ts';

const URL_OF_FILE = 'https://example.com/docs/llms.txt';

describe('applyFixes', () => {
  it.each([
    ['[Guide](https://a.com/my guide.html): how to start', '[Guide](https://a.com/my%20guide.html): how to start'],
    ['[Guide](https://a.com/one two three)', '[Guide](https://a.com/one%20two%20three)'],
    ['[Guide](https://a.com/my (old) guide)', '[Guide](https://a.com/my%20%28old%29%20guide)'],
    ['[Report](/files/report 2025 (final).pdf)', '[Report](https://example.com/files/report%202025%20%28final%29.pdf)'],
    ['[Guide] (https://a.com/my guide.html)', '[Guide](https://a.com/my%20guide.html)'],
  ])('repairs a link whose URL has spaces: %s', (before, after) => {
    const file = (item: string) => `# A\n\n## Docs\n\n- ${item}\n`;
    expect(fixed(file(before))).toBe(file(after));
    expect(parse(file(after)).links.map(({ form }) => form)).toEqual(['inline']);
  });

  it.each([
    '[Guide](https://a.com/my guide',
    '[Guide](https://a.com/my guide "A title)',
    '[Guide](https://a.com/my  guide)',
    '[Guide](https://a.c om/guide)',
  ])('keeps an otherwise broken link: %s', (item) => {
    const { links } = parse(fixed(`# A\n\n## Docs\n\n- ${item}\n`));
    expect(links.map(({ href }) => href)).toEqual(parse(`# A\n\n## Docs\n\n- ${item}\n`).links.map(({ href }) => href));
  });

  it('drops an invisible character from the target of a link, with nothing in its place', () => {
    const item = '- [Guide](https://a.com/gu\u0000ide/x): how to start\n';
    expect(fixed(`# A\n\n## Docs\n\n${item}`)).toContain('[Guide](https://a.com/guide/x): how to start');
  });

  it.each([
    ['front matter', '> What it is.\n\n---\ntitle: Guide\nurl: b\n---\n\n# Guide\n'],
    ['the underline of a paragraph', '# A\n\nText\n> What it is.\n\n---\n'],
    ['front matter that starts later', '\u0000---\n\u0000---\nname: A\nurl: b\n---\n\n# A\n'],
    ['code', '[r]: u\n\tword\n---\n\n# A\n'],
  ])('does not turn lines of dashes into %s', (_, file) => {
    const after = parse(fixed(file));
    const names = ({ sections }: typeof after) => sections.map(({ title }) => title.replaceAll('\u0000', ''));
    expect(names(after)).toEqual(names(parse(file)));
  });

  it('writes the scheme of an email address', () => {
    expect(fixed('# A\n\n## Docs\n\n- <a@b.com>: mail\n')).toContain('- [a@b.com](mailto:a@b.com): mail');
  });

  it('names a URL after the label "URL" by its path, because many links named URL do not distinguish pages', () => {
    const file = '# A\n\n## Pricing\n\n- URL: https://a.com/pricing\n- Guide: https://a.com/guide\n';
    expect(fixed(file)).toContain('- [a.com/pricing](https://a.com/pricing)\n- [Guide](https://a.com/guide)\n');
  });

  it('moves the summary over the level-one headings between it and the title', () => {
    const before = '# A\n# Updated: May\n\n> What it is.\n\n## Docs\n\n- [Guide](https://a.com/g): how\n';
    const after = '# A\n\n> What it is.\n\n## Updated: May\n\n## Docs\n\n- [Guide](https://a.com/g): how\n';
    expect(fixed(before)).toBe(after);
  });

  it('removes lines of # marks', () => {
    const rest = '## Docs\n\n- [Guide](https://a.com/g): how\n';
    expect(fixed(`########\n# A\n########\n\n> What it is.\n\n${rest}`)).toBe(`\n# A\n\n> What it is.\n\n\n\n${rest}`);
  });

  it('removes a mark after a link without notes', () => {
    expect(fixed('# A\n\n## Docs\n\n- [Guide](https://a.com/g).\n')).toBe(
      '# A\n\n## Docs\n\n- [Guide](https://a.com/g)\n',
    );
  });

  it('names a URL after the words before its parentheses', () => {
    const file = (item: string) => `# A\n\n## Docs\n\n- ${item}\n`;
    expect(fixed(file('Guide(https://a.com/g)'))).toBe(file('[Guide](https://a.com/g)'));
    expect(fixed(file('Guide (https://a.com/g)'))).toBe(file('[Guide](https://a.com/g)'));
    expect(fixed(file('Guide](https://a.com/g)'))).toBe(file('Guide](https://a.com/g)'));
  });

  it.each(['The map is at', 'Fares: for all fares, see', 'Il codice è pubblico su'])(
    'does not make a name of a sentence: %s',
    (words) => {
      const file = `# A\n\n## Docs\n\n- ${words} https://a.com/g\n`;
      expect(fixed(file)).toBe(file);
    },
  );

  it.each(['Docs', 'User guide', 'Map of the site:', 'Agent Discovery Card'])(
    'names a URL after the words before it: %s',
    (words) => {
      const file = fixed(`# A\n\n## Docs\n\n- ${words} https://a.com/g\n`);
      expect(file).toContain(`- [${words.replace(':', '')}](https://a.com/g)`);
    },
  );

  it('does not complete a link to a heading of the file, because a text has no anchors', () => {
    const file = '# A\n\n## Docs\n\n- [Install](#install)\n\n## Install\n';
    expect(fixed(file)).toBe(file);
  });

  it('removes the spaces after a URL with a label', () => {
    expect(fixed('# A\n\n## Docs\n\n- Guide: https://a.com/g  \n')).toBe(
      '# A\n\n## Docs\n\n- [Guide](https://a.com/g)\n',
    );
  });

  it('keeps the words of a sentence', () => {
    const file = '# A\n\n## Docs\n\n- See [the guide](https://a.com/g) before you start.\n';
    expect(fixed(file)).toBe(file);
  });

  it('moves a heading out of the item before it', () => {
    const file = (indent: string) =>
      `# A\n\n## Docs\n\n- [Guide](https://a.com/)\n\n${indent}## Blog\n\n- [Post](https://a.com/b)\n`;
    expect(fixed(file('   '))).toBe(file(''));
    expect(parse(file('')).sections.map(({ title }) => title)).toEqual(['Docs', 'Blog']);
  });

  it('does not complete a name that is in the place of the URL', () => {
    const text = '# A\n\n## Docs\n\n- [https://a.com/guide](Guide): how to start\n';
    expect(fixed(text)).toBe(text);
  });

  it('keeps a line end of another system', () => {
    expect(fixed('# A\u0085\u0085## Docs')).toBe('# A\n\n## Docs');
  });

  it.each(['"""', '`;'])('joins no line without words to an item: %s', (end) => {
    const text = `# A\n\n## Docs\n\n- [Guide](https://a.com/): how to start\n${end}\n`;
    expect(fixed(text)).toBe(text);
  });

  it('skips a fix that would remove the name of a section', () => {
    expect(fixed('> What it is.\n\n---\ntitle: Guide\nurl: b\n---\n\n# Guide\n\n##Docs\n')).toContain('\n## Docs\n');
  });

  it.each(['Optional:', '(Optional)', '**Optional**:'])('writes the name of the section %s', (name) => {
    expect(fixed(`# A\n\n## ${name}\n\n- [B](https://a.com/b)\n`)).toContain('\n## Optional\n');
  });

  it('keeps the title of a link in angle brackets', () => {
    expect(fixed('# A\n\n## Docs\n\n- [Guide](<https://a.com/guide> "Begin here")\n')).toContain('Begin here');
  });

  it('writes line ends before it changes the headings between them', () => {
    const file = String.raw`# Acme\nAllow: /\nDisallow: /a\nSitemap: /b`;
    const lines = '# Acme\nAllow: /\nDisallow: /a\nSitemap: /b\n';
    const others = (text: string) => text.replace('Acme', 'Bolt');
    expect(fixed(`${file}\n${others(file)}`)).toBe(`${lines}${others(lines)}`);
  });

  it.each([
    ['[a](https://a.com/a)\u00A0: b', '[a](https://a.com/a): b'],
    ['[a](https://a.com/a)\u200B – b', '[a](https://a.com/a): b'],
    ['\u202B[a](https://a.com/a)\u202C: b', '[a](https://a.com/a): b'],
    ['https://a.com/a\u00A0: b', '[a.com/a](https://a.com/a): b'],
    ['Site\u00A0: https://a.com/a', '[Site](https://a.com/a)'],
    ['**[a](https://a.com/a) :** b', '[a](https://a.com/a): b'],
    ...['„|“', '„|”', '»|«', '«|»', '«\u00A0|\u00A0»', '‚|‘', '‘|’', '“|”', '~~|~~'].map((pair): [string, string] => {
      const quoted = pair.replace('|', '[a](https://a.com/~)');
      return [`${quoted} – b`, `${quoted}: b`];
    }),
    ['*[a](https://a.com/a)–* **b**', '[a](https://a.com/a): **b**'],
  ])('writes one colon after a link: %j', (before, after) => {
    const file = (item: string) => `# A\n\n## Docs\n\n- ${item}\n`;
    expect(fixed(file(before))).toBe(file(after));
    const splitWords = (text: string) =>
      parse(text).links.map(({ title, notes }) => [title.replace('https://', ''), notes]);
    expect(splitWords(file(before))).toEqual(splitWords(file(after)));
  });

  it.each([
    '[b](https://a.com/b): c',
    '2．[b](https://a.com/b)',
    '（2） [b](https://a.com/b)',
    '| [b](https://a.com/b) | c |',
  ])('joins no item with %s', (line) => {
    const text = `# A\n\n## Docs\n\n- [a](https://a.com/a): b\n${line}\n`;
    expect(fixed(text)).toBe(text);
  });

  it.each(['-', '•', '– ', '✅ '])('corrects the bullet "%s" of an item right after another item', (bullet) => {
    const file = (mark: string) => `# A\n\n## Docs\n\n- [a](https://a.com/a): b\n${mark}[b](https://a.com/b): c\n`;
    expect(fixed(file(bullet))).toBe(file('- '));
    expect(parse(file(bullet)).links[0]?.notes).toBe('b');
    expect(parse(file(`${bullet}**`)).links[0]?.notes).toBe('b');
  });

  it('writes an underlined heading that starts with # as a section', () => {
    const list = '\n\n- [a](https://a.com/a): b\n';
    expect(fixed(`# A\n\n#1 of all\n===${list}`)).toBe(`# A\n\n## #1 of all${list}`);
  });

  it('gives no two sections the same title', () => {
    const file = (first: string) =>
      `# A\n\n## ${first}\n\n- [a](https://a.com/a)\n\n## OPTIONAL:\n\n- [b](https://a.com/b)\n`;
    expect(fixed(file('Optional'))).toBe(file('Optional'));
    expect(fixed(file('optional'))).toBe(file('Optional'));
  });

  it.each(['\n', '\r\n', '\r'])('moves a summary under the title in a file whose lines end with %j', (lineEnd) => {
    const text = '# A\n\nText.\n\n> Summary.\n\n## Docs\n\n- [x](https://a.com/x)\n'.replaceAll('\n', lineEnd);
    const findings = lint({ body: text }).findings.filter(({ id }) => id === 'summary-misplaced');
    const result = parse(applyFixes(text, findings));
    expect(result).toMatchObject({ title: 'A', summary: 'Summary.', details: 'Text.' });
    expect(result.links).toHaveLength(1);
    expect(lint({ body: applyFixes(text, findings) }).findings.map(({ id }) => id)).not.toContain('summary-misplaced');
  });

  it('does not complete a URL with a lost character', () => {
    const file = '# A\n\n## Docs\n\n- [Guide](h\uFFFDttps://a.com/guide): how to start\n';
    expect(fixed(file)).toBe(file);
  });

  it('changes nothing a second time, and drops no link and no word', () => {
    fc.assert(fc.property(anyText, keepsContent), { numRuns: 1000 });
  });
});

function fixed(text: string): string {
  return applyFixes(text, lint({ body: text, url: URL_OF_FILE }, { assessQuality: false }).findings, {
    url: URL_OF_FILE,
  });
}

function keepsContent(text: string): void {
  const once = fixed(text);
  expect(fixed(once)).toBe(once);
  expect(lostContent(text, once, URL_OF_FILE)).toEqual([]);
}
