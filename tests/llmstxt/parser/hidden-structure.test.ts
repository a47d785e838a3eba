import { describe, expect, it } from 'vitest';
import { applyFixes, lint, parse } from '#llmstxt';

const PLAIN = '# Kite\n\n> Kite flies.\n\n## Docs\n\n- [A](https://kite.example/a): page a\n';

describe('structure hidden by a character', () => {
  it.each([
    ['a byte-order mark before a heading', '## Docs', '\uFEFF## Docs'],
    ['a zero-width space before the title', '# Kite', '\u200B# Kite'],
    ['a zero-width space before a quote', '> Kite', '\u200B> Kite'],
    ['a direction mark before an item', '- [A]', '\u200F- [A]'],
    ['an Arabic letter mark before a heading', '## Docs', '\u061C## Docs'],
    ['a Mongolian vowel separator before a heading', '## Docs', '\u180E## Docs'],
    ['a word joiner before the link of an item', '- [A]', '- \u2060[A]'],
    ['a no-break space after a bullet', '- [A]', '-\u00A0[A]'],
    ['a no-break space and a space after a bullet', '- [A]', '-\u00A0 [A]'],
    ['an ideographic space after a heading mark', '## Docs', '##\u3000Docs'],
    ['a zero-width space after a heading mark', '## Docs', '##\u200B Docs'],
  ])('counts and gets a finding with line and fix: %s', (_, plain, hidden) => {
    const text = PLAIN.replace(plain, hidden);
    const line = PLAIN.slice(0, PLAIN.indexOf(plain)).split('\n').length;
    const { findings, document, valid } = lint({ body: text });
    expect(valid).toBe(true);
    expect(document).toMatchObject({ title: 'Kite', summary: 'Kite flies.' });
    expect(document?.sections.map(({ title, links }) => [title, links.length])).toEqual([['Docs', 1]]);
    expect(findings.filter(({ id }) => id === 'invisible-characters').map((finding) => finding.line)).toEqual([line]);
    expect(applyFixes(text, findings)).toBe(PLAIN);
  });

  it.each([
    ['a no-break space before a URL', '(\u00A0https:', 7],
    ['an ideographic space after a URL', '/a\u3000)', 29],
  ])('becomes part of the URL, and gets a fix: %s', (_, hidden, column) => {
    const text = PLAIN.replace(hidden.replace(/\s/, ''), hidden);
    const { findings } = lint({ body: text });
    expect(
      findings.filter(({ id }) => id === 'invisible-characters').map((found) => [found.line, found.column]),
    ).toEqual([[7, column]]);
    expect(applyFixes(text, findings)).toBe(PLAIN);
  });

  it('gets no fix for a space inside of a URL, because it may stand for %20', () => {
    const text = PLAIN.replace('/a)', '/a\u00A0b)');
    const { findings } = lint({ body: text, url: 'https://kite.example/llms.txt' });
    expect(findings.map(({ id }) => id)).toContain('invisible-characters');
    expect(applyFixes(text, findings)).toBe(text);
  });

  it('does not enter a completed or escaped URL', () => {
    const url = 'https://kite.example/llms.txt';
    for (const [written, fixed] of [
      ['(/gui\u200Bde)', '(https://kite.example/guide)'],
      ['(ht\u200Btps://kite.example/b)', '(https://kite.example/b)'],
      ['(/a(b\u2060)c)', '(https://kite.example/a%28b%29c)'],
      ['(<https://kite.example/b\u00AD>)', '(https://kite.example/b)'],
    ] as const) {
      const text = PLAIN.replace('(https://kite.example/a)', written);
      expect(applyFixes(text, lint({ body: text, url }).findings, { url })).toContain(`[A]${fixed}`);
    }
  });

  it('does not count as the name of a link, title or section', () => {
    for (const name of ['\u200B', '&#8203;', '\u2060\u00AD', '\u3164', '&shy;']) {
      const link = lint({ body: PLAIN.replace('[A]', `[${name}]`) });
      expect(link.findings.map(({ id }) => id)).toContain('empty-link');
      const title = lint({ body: PLAIN.replace('# Kite', `# ${name}`) });
      expect(title.findings.map(({ id }) => id)).toContain('no-title');
    }
  });

  it('stays in the words of a script without spaces', () => {
    const text = PLAIN.replace('[A]', '[ភាសា\u200Bខ្មែរ]').replace('page a', 'ภาษา\u200Bไทย');
    expect(applyFixes(text, lint({ body: text }).findings)).toBe(text);
  });
});

describe('a file of joined pages with front matter', () => {
  const page = (name: string) => `---\nurl: /${name.toLowerCase()}.md\ntags:\n  - a\n---\n# ${name}\n\nText.\n`;
  const text = [page('Start'), page('Config'), '---\n---\n# End\n'].join('\n');

  it('gets a finding per page, and no fix', () => {
    const { findings } = lint({ body: text });
    expect(findings.filter(({ message }) => message.startsWith('Another page')).map(({ line }) => line)).toEqual([
      10, 19,
    ]);
    expect(applyFixes(text, findings)).toBe(text);
  });

  it('turns no key into a heading', () => {
    expect(parse(text).sections.map(({ title }) => title)).toEqual(['Config', 'End']);
  });

  it('does not include a line between two rules', () => {
    const note =
      '# Kite\n\n## Docs\n\n---\nNote: see [A](https://kite.example/a)\n---\n\n- [B](https://kite.example/b)\n';
    expect(parse(note).links.map(({ title }) => title)).toEqual(['A', 'B']);
    expect(applyFixes(note, lint({ body: note }).findings)).toBe(note);
  });
});
