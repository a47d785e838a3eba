import { describe, expect, it } from 'vitest';
import { applyFixes, lint, parse } from '#llmstxt';

const HEAD = '# Acme\n\n> What Acme makes.\n\n## Docs\n\n';
const LINK = '- [A](https://a.com/x)';

/** Text of the section, ids of findings about its form, and its fixed text. */
const ITEMS: readonly (readonly [written: string, id: string, fixed: string])[] = [
  ['- [A](https://a.com/x target=_blank): notes', 'link-form', `${LINK}: notes`],
  ['- [A](https://a.com/x "T" rel="nofollow"): notes', 'link-form', `${LINK}: notes`],
  ['- [A](https://a.com/x, target="_blank"): notes', 'link-form', `${LINK}: notes`],
  ['- [A](https://a.com/x =100x20): notes', 'link-form', `${LINK}: notes`],
  [`${LINK}{: .x}: notes`, 'link-form', `${LINK}: notes`],
  [`${LINK}{:target="_blank"}: notes`, 'link-form', `${LINK}: notes`],
  [`${LINK}{ .md-button }{: #id}: notes`, 'link-form', `${LINK}: notes`],
  [`${LINK}{target=_blank rel="noopener"}`, 'link-form', LINK],
  [`${LINK}: notes {: .x .y}`, 'link-form', `${LINK}: notes`],
  [`${LINK}: notes\n{: .x}`, 'link-form', `${LINK}: notes`],
  [`{: .x}\n${LINK}: notes`, 'link-form', `${LINK}: notes`],
  [`[TOC]\n\n${LINK}: notes`, 'placeholder', `${LINK}: notes`],
  [`[[toc]]\n\n${LINK}: notes`, 'placeholder', `${LINK}: notes`],
  [`[[_TOC_]]\n\n${LINK}: notes`, 'placeholder', `${LINK}: notes`],
  [`${LINK}: notes[^1]`, 'placeholder', `${LINK}: notes`],
  [`${LINK}: notes :contentReference[oaicite:0]{index=0}`, 'placeholder', `${LINK}: notes`],
  [`${LINK}: notes【4†source】`, 'placeholder', `${LINK}: notes`],
  [`${LINK}: notes【4:0†a.md】`, 'placeholder', `${LINK}: notes`],
  [`${LINK}: notes [cite: 1, 2]`, 'placeholder', `${LINK}: notes`],
  [`${LINK}: [cite_start]notes[cite: 1]`, 'placeholder', `${LINK}: notes`],
];

describe('markup that is not Markdown', () => {
  it.each(ITEMS)('gets a finding and a fix, and does not enter names and notes: %s', (written, id, fixed) => {
    const before = `${HEAD}${written}\n`;
    const { findings } = lint({ body: before });
    expect(findings.map((finding) => finding.id)).toContain(id);
    const after = applyFixes(before, findings);
    expect(after.replace(/\n{2,}/g, '\n')).toBe(`${HEAD}${fixed}\n`.replace(/\n{2,}/g, '\n'));
    const words = (text: string) => parse(text).links.map(({ title, notes, href }) => [title, notes, href]);
    expect(words(before)).toEqual(words(after));
  });

  it.each([
    ['## Guides {#guides}', '## Guides'],
    ['## Guides {: .x} {: #y}', '## Guides'],
    ['  ## Guides', '## Guides'],
    ['    ## Guides', '## Guides'],
    ['   Guides\n---', '## Guides'],
  ])('reports and repairs the heading %j', (written, fixed) => {
    const file = (heading: string) => `# Acme\n\n> What Acme makes.\n\n${heading}\n\n${LINK}: notes\n`;
    const { findings } = lint({ body: file(written) });
    expect(findings.map(({ id }) => id)).toContain('heading-form');
    expect(applyFixes(file(written), findings)).toBe(file(fixed));
  });

  it('keeps the link and the domain of a citation', () => {
    const before = `${HEAD}${LINK}: notes ([oai_citation:0‡b.com](https://b.com/))\n`;
    const [, cited] = parse(before).links;
    expect(cited?.title).toBe('b.com');
    expect(applyFixes(before, lint({ body: before }).findings)).toContain('notes ([b.com](https://b.com/))');
  });

  it('keeps a reference to a footnote of the file', () => {
    const file = `${HEAD}${LINK}: notes[^1]\n\n[^1]: More.\n`;
    expect(parse(file).links[0]?.notes).toBe('notes');
    expect(lint({ body: file }).findings.map(({ message }) => message)).toContain(
      'Agents read [^1] as text. Write the footnote here.',
    );
    expect(applyFixes(file, lint({ body: file }).findings)).toBe(file);
  });

  it('does not read a footnote as the target of a link', () => {
    expect(parse(`${HEAD}${LINK}: notes[^1]\n\n[^1]: https://b.com/\n`).links.map(({ form }) => form)).toEqual([
      'inline',
      'bare',
    ]);
  });

  it.each([
    'returns {:ok, pid} or {:error, reason}',
    'labels such as {env=prod}',
    'the path /users/{id}',
    'use [TOC] for a list',
    '`[^1]` and `{: .x}`',
    '\\[^1]',
    '【重要】',
  ])('keeps the notes %s', (notes) => {
    const file = `${HEAD}${LINK}: ${notes}\n`;
    expect(parse(file).links[0]?.notes).toBe(notes.replace(/[`\\]/g, ''));
    expect(applyFixes(file, lint({ body: file }).findings)).toBe(file);
  });

  it('keeps an indented comment of a program', () => {
    const file = `# Acme\n\n> What Acme makes.\n\nRun:\n\n    # install\n    npm i acme\n\n## Docs\n\n${LINK}: notes\n`;
    expect(applyFixes(file, lint({ body: file }).findings)).toBe(file);
  });
});
