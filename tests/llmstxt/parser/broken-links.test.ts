import { describe, expect, it } from 'vitest';
import { applyFixes, type Link, lint, normalizeUrl, parse } from '#llmstxt';

const A = 'https://kite.example/a';

describe('an item with a broken link', () => {
  it.each([
    ['a space before the target', `[RDF store] (${A}): A store`, `[RDF store](${A}): A store`],
    ['several spaces', `[Guide]   (${A})`, `[Guide](${A})`],
    ['a no-break space', `[Guide]\u00A0(${A}): notes`, `[Guide](${A}): notes`],
    ['a line end', `[Guide]\n  (${A}): notes`, `[Guide](${A}): notes`],
    ['a title', `[Guide] (${A} "Title"): notes`, `[Guide](${A} "Title"): notes`],
    ['bold', `**[Guide] (${A})**: notes`, `[Guide](${A}): notes`],
    ['a space in the URL', `[Guide](${A}/my guide.md): notes`, `[Guide](${A}/my%20guide.md): notes`],
    ['a bracket that closes nothing', `[One ] two](${A}): notes`, `[One \\] two](${A}): notes`],
    ['a bracket that nothing closes', `[One [ two](${A}): notes`, `[One \\[ two](${A}): notes`],
    ['quotes around the URL', `[Guide]("${A}"): notes`, `[Guide](${A}): notes`],
    ['double parentheses', `[Guide]((${A})): notes`, `[Guide](${A}): notes`],
    ['a closing angle bracket', `[Guide](${A}>): notes`, `[Guide](${A}): notes`],
    ['a closing quote', `[Guide](${A}"): notes`, `[Guide](${A}): notes`],
    ['a closing bracket', `[Guide](${A}]): notes`, `[Guide](${A}): notes`],
    ['an escaped closing bracket', `[Guide](${A}\\]): notes`, `[Guide](${A}): notes`],
    ['escaped quotes around the URL', `[Guide](\\"${A}\\"): notes`, `[Guide](${A}): notes`],
    ['braces around the URL', `[Guide]({${A}}): notes`, `[Guide](${A}): notes`],
    ['square brackets around the URL', `[Guide]([${A}]): notes`, `[Guide](${A}): notes`],
    ['a check box without a space', `[x][Guide](${A}): notes`, `[Guide](${A}): notes`],
    ['Org', `[[${A}][Guide]]: notes`, `[Guide](${A}): notes`],
    ['BBCode', `[url=${A}]Guide[/url]`, `[Guide](${A})`],
    ['full-width brackets', `［指南］（${A}）`, `[指南](${A})`],
    ['full-width parentheses', `[指南]（${A}）`, `[指南](${A})`],
    ['lenticular brackets', `【指南】(${A})`, `[指南](${A})`],
    ['a reference to a space', `[Guide]&nbsp;(${A}): notes`, `[Guide](${A}): notes`],
    ['a direction mark', `[Guide]\u200E (${A}): notes`, `[Guide](${A}): notes`],
    ['a wiki', `[[${A}|Guide]]: notes`, `[Guide](${A}): notes`],
    ['a wiki, name first', `[[Guide|${A}]]: notes`, `[Guide](${A}): notes`],
    ['an issue tracker', `[Guide|${A}]`, `[Guide](${A})`],
    ['a chat', `<${A}|Guide>: notes`, `[Guide](${A}): notes`],
    ['a chat, name of several words', `<${A}|Start here>`, `[Start here](${A})`],
    ['spaces and a gap', `[Guide] (${A}/my guide.md): notes`, `[Guide](${A}/my%20guide.md): notes`],
    ['a file with parentheses', `[Guide](${A}/a (1).md): notes`, `[Guide](${A}/a%20%281%29.md): notes`],
    ['a colon in bold', `**[Guide](${A}):** notes`, `[Guide](${A}): notes`],
    ['a name before parentheses', `Guide (${A}): notes`, `[Guide](${A}): notes`],
    ['a name in bold', `**Guide:** ${A}: notes`, `[Guide](${A}): notes`],
    ['a name in bold before a bracket', `__Guide__ (${A}) - notes`, `[Guide](${A}): notes`],
    ['a name with a sign', `Q&A: ${A}`, `[Q&A](${A})`],
    ['a name before quotes', `Guide: "${A}"`, `[Guide](${A})`],
    ['a URL in bold', `**${A}**: notes`, `[kite.example/a](${A}): notes`],
    ['a name before guillemets', `Guide: «${A}»`, `[Guide](${A})`],
    ['nothing but quotes', `"${A}"`, `[kite.example/a](${A})`],
    ['a check box', `[ ] [Guide](${A}): notes`, `[Guide](${A}): notes`],
    ['a check box before a URL', `[x] ${A}`, `[kite.example/a](${A})`],
    ['a link as target', `[Guide]([${A}](${A})): notes`, `[Guide](${A}): notes`],
    ['a link as target, without a scheme in its name', `[Guide]([kite.example/a](${A}))`, `[Guide](${A})`],
    ['a space before the closing angle bracket', `[Guide](<${A} >): notes`, `[Guide](${A}): notes`],
    ['two opening brackets', `[[Guide](${A}): notes`, `[Guide](${A}): notes`],
    ['two closing brackets', `[Guide]](${A}): notes`, `[Guide](${A}): notes`],
  ])('gets a fix: %s', (_, item, repaired) => {
    expect(fixed(item)).toBe(repaired);
    const [before, after] = [listLinks(item), listLinks(repaired)];
    expect(after.map(({ form }) => form)).toEqual(['inline']);
    expect(before.map(({ notes }) => notes)).toEqual(after.map(({ notes }) => notes));
    expect(before.map(({ url }) => normalizeUrl(url ?? ''))).toEqual(after.map(({ url }) => normalizeUrl(url ?? '')));
  });

  it.each([
    ['swapped brackets', `(Start)[${A}]: notes`, 'Start', 'notes'],
    ['no closing parenthesis', `[Start](${A}: notes`, 'Start', 'notes'],
    ['no opening parenthesis', `[Start]${A}): notes`, 'Start', 'notes'],
    ['no opening bracket', `Start](${A}): notes`, 'Start', 'notes'],
    ['angle brackets', `[Start]<${A}>: notes`, 'Start', 'notes'],
    ['an escaped name', `\\[Start\\](${A}): notes`, 'Start', 'notes'],
    ['square brackets', `[Start] [${A}]: notes`, 'Start', 'notes'],
    ['braces', `{Start}(${A}): notes`, '{Start}', 'notes'],
    ['a tag', `<S>(${A}): notes`, A, 'notes'],
    ['escaped brackets', `\\[Start\\]\\(${A}\\): notes`, 'Start', 'notes'],
    ['a bracket that is a label', `[Start] ${A} - notes`, '[Start]', 'notes'],
    ['a remark', `Start (see ${A} for more)`, 'Start (see', 'for more'],
    ['a name and a URL in bold', `**Start: ${A}: notes**`, '**Start', 'notes**'],
    ['a name and a URL in italics', `_Start: ${A}: notes_`, '_Start', 'notes_'],
    ['a sentence after a name in bold', `**Start** — The first steps. ${A}`, 'Start — The first steps.', null],
    ['an open parenthesis in the URL', `[Start](${A}_(b): notes`, 'Start', 'notes'],
    ['a word before the URL', `[Start](URL: ${A}): notes`, 'Start', 'notes'],
    ['words around the URL', `[Start](see ${A} for more): notes`, 'Start', 'notes'],
    ['two URLs', `[Start](${A} https://kite.example/b): notes`, 'Start', 'notes'],
    ['a path and a URL', `[Start](./a.md ${A}): notes`, 'Start', 'notes'],
    ['notes behind a comma', `[Start](${A}, the guide): notes`, 'Start', 'notes'],
    ['notes behind a dash', `[Start](${A} – the guide): notes`, 'Start', 'notes'],
    ['emphasis that starts in the name', `[**Start](${A})**: notes`, '**Start', 'notes'],
    ['a link around a link', `[One [two](${A}) three](${A}/b): notes`, 'two', 'three'],
  ])('gets no fix if the intent is unclear: %s', (_, item, title, notes) => {
    expect(fixed(item)).toBe(item);
    const [link] = listLinks(item);
    expect(link?.title).toBe(title);
    expect(link?.notes).toBe(notes);
    expect(lint({ body: inFile(item) }).findings.filter(({ line }) => line === 9)).not.toEqual([]);
  });

  it('gets one finding about its form', () => {
    const { findings } = lint({ body: inFile('[My guide](https://kite.example/my guide.md): notes') });
    expect(findings.filter(({ line }) => line === 9).map(({ id, fix }) => [id, fix])).toEqual([
      ['link-form', 'Delete attributes, and write %20 for other spaces.'],
    ]);
  });

  it('keeps a URL with paired brackets', () => {
    for (const href of [`${A}?ids[0]`, `${A}/{id}`, `${A}_(b)`, `${A}/o'`])
      expect(listLinks(`[Guide](${href})`)[0]?.href).toBe(href);
  });

  it('reads only the inner of two links', () => {
    expect(listLinks(`[One [two](${A}) three](${A}/b)`).map(({ title }) => title)).toEqual(['two', `${A}/b`]);
  });

  it('yields to a Markdown link around it', () => {
    expect(listLinks(`[see [Guide] (${A})](https://kite.example/b)`).map(({ href }) => href)).toEqual([
      'https://kite.example/b',
    ]);
  });
});

function inFile(item: string): string {
  return `# Kite\n\n> Kite flies.\n\nFrom the browser.\n\n## Docs\n\n- ${item}\n`;
}

function listLinks(item: string): readonly Link[] {
  return parse(inFile(item)).links;
}

function fixed(item: string): string {
  const body = inFile(item);
  return applyFixes(body, lint({ body }).findings).split('\n').slice(8, -1).join('\n').replace(/^- /, '');
}

describe('an item whose link and notes are emphasized', () => {
  it.each([
    [`**[Guide](${A}): notes**`, 'notes'],
    [`**[Guide](${A}) – notes**`, 'notes'],
    [`*[Guide](${A}): some* more`, 'some more'],
    [`**[Guide](${A}): one** and **two**`, 'one and two'],
    [`*[Guide](${A})*: 5 * 3`, '5 * 3'],
    [`**[Guide](${A}): **`, null],
  ])('has notes without the marks: %s', (item, notes) => {
    expect(listLinks(item).map((link) => link.notes)).toEqual([notes]);
  });
});
