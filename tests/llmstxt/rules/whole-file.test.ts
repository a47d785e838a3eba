import { describe, expect, it } from 'vitest';
import { applyFixes, lint, parse } from '#llmstxt';

const PLAIN =
  '# Kite\n\n> Kite flies.\n\n## Docs\n\n- [A](https://kite.example/a): first page\n- [B](https://kite.example/b): second\n';
const lines = (change: (line: string, at: number) => string) => PLAIN.trimEnd().split('\n').map(change).join('\n');

describe('a file inside a fence or indentation', () => {
  it.each([
    ['a fence', `\`\`\`markdown\n${PLAIN}\`\`\`\n`],
    ['a fence that nothing closes', `~~~\n${PLAIN}`],
    ['a fence without a last line end', `\`\`\`\n${PLAIN}\`\`\``],
    ['a fence with attributes', `\`\`\`markdown title="llms.txt"\n${PLAIN}\`\`\`\n`],
    ['a fence after spaces', `  ~~~ text\n${PLAIN}  ~~~\n`],
    ['four spaces', `${lines((line) => `    ${line}`)}\n`],
    ['six spaces, blank lines without', `${lines((line) => (line === '' ? '' : `      ${line}`))}\n`],
    ['a tab', `${lines((line) => `\t${line}`)}\n`],
    ['four spaces, from the second line on', `${lines((line, at) => (at === 0 ? line : `    ${line}`))}\n`],
    ['four no-break spaces', `${lines((line) => `\u00A0\u00A0\u00A0\u00A0${line}`)}\n`],
    ['an ideographic space', `${lines((line) => `\u3000${line}`)}\n`],
    ['a pre element', `<pre>\n${PLAIN}</pre>\n`],
    ['elements in each other', `<pre><code class="md">${PLAIN}</code></pre>\n`],
    ['a text field', `<textarea>\n${PLAIN}</textarea>\n`],
    ['a comment', `<!--\n${PLAIN}-->\n`],
    ['a comment that nothing closes', `<!-- ${PLAIN}`],
    ['line numbers', lines((line, at) => `${at + 1} ${line}`)],
    ['line numbers with a colon', lines((line, at) => `${at + 1}: ${line}`)],
    ['line numbers with a period', lines((line, at) => `${at + 1}. ${line}`)],
    ['line numbers with a parenthesis', lines((line, at) => `${at + 1}) ${line}`)],
    ['line numbers with a bar', lines((line, at) => `${String(at + 1).padStart(4)} | ${line}`)],
    ['line numbers with a tab', lines((line, at) => `${String(at + 1).padStart(6)}\t${line}`)],
    ['the marks of a diff', lines((line) => `+${line}`)],
    ['the marks of a comment', lines((line) => `// ${line}`)],
    ['a variable of JavaScript', `export const text = \`${PLAIN}\`;\n`],
    ['an export of Node.js', `module.exports = \`${PLAIN}\`;\n`],
    ['a call', `return new Response(\`${PLAIN}\`);\n`],
    ['a variable of Python', `TEXT = """${PLAIN}"""\n`],
    ['quote marks at the start of each line', `${lines((line) => `> ${line}`)}\n`],
    ['backticks', `\`${PLAIN.trimEnd()}\`;\n`],
    ['a JSON string', JSON.stringify(PLAIN)],
    ['line ends written as \\n', PLAIN.replaceAll('\n', '\\n')],
    ['line ends written as \\r\\n', PLAIN.replaceAll('\n', '\\r\\n')],
    ['line ends written as %0A', PLAIN.replaceAll('\n', '%0A')],
    ['line ends written as tags', PLAIN.replaceAll('\n', '<br>')],
    ['line ends written as references', PLAIN.replaceAll('\n', '&#10;')],
  ])('gets one error and a fix: %s', (_, text) => {
    const { findings, valid } = lint({ body: text });
    expect(valid).toBe(false);
    expect(findings.filter(({ severity }) => severity === 'error').map(({ id }) => id)).toEqual(['whole-file-fenced']);
    expect(applyFixes(text, findings).trimEnd()).toBe(PLAIN.trimEnd());
  });

  it('keeps the sentences of a chat around the fence', () => {
    const text = `Sure! Here is your llms.txt:\n\n\`\`\`markdown\n${PLAIN}\`\`\`\n\nAnything else?\n`;
    const fixed = applyFixes(text, lint({ body: text }).findings);
    expect(fixed).toContain('Here is your llms.txt');
    expect(fixed).toContain('Anything else?');
    expect(parse(fixed)).toMatchObject({ title: 'Kite', sections: [{ title: 'Docs' }] });
    expect(parse(fixed).links.map(({ notes }) => notes)).toEqual(['first page', 'second']);
  });

  it('gets a fix with paired inner fences only', () => {
    const wrapped = (inside: string) => `\`\`\`\n${PLAIN}\n${inside}\n\`\`\`\n`;
    const pair = wrapped('```sh\nnpm i\n```');
    expect(parse(applyFixes(pair, lint({ body: pair }).findings)).title).toBe('Kite');
    const odd = wrapped('```sh\nnpm i');
    const { findings } = lint({ body: odd });
    expect(findings.some(({ id, edits }) => id === 'whole-file-fenced' && edits.length === 0)).toBe(true);
  });

  it('gets advice about each line if each line has a quote mark', () => {
    const { findings } = lint({ body: lines((line) => `> ${line}`) });
    expect(findings.find(({ id }) => id === 'whole-file-fenced')?.fix).toBe('Delete the start of each line.');
  });

  it.each([
    ['tags', lines((line) => `<p>${line}</p>`)],
    ['quote marks', lines((line) => `"${line}"`)],
  ])('gets a finding without a fix if each line has its own %s', (_, text) => {
    const { findings } = lint({ body: text });
    expect(findings.find(({ id }) => id === 'whole-file-fenced')).toMatchObject({ severity: 'error', edits: [] });
    expect(applyFixes(text, findings)).toBe(text);
  });

  it.each([' ', '/n', '\u2028', ''])('gets a finding without a fix if all line ends became %j', (end) => {
    const text = PLAIN.replaceAll('\n', end);
    expect(lint({ body: text }).findings.find(({ id }) => id === 'whole-file-fenced')).toMatchObject({
      message: 'The file has no line ends, so parsers see no headings and no links.',
      edits: [],
    });
  });

  it.each([
    ['HTML before a blank line', `<p>Kite</p>\n\n${PLAIN.replace('# Kite', '')}`],
    ['code under the title', '# Kite\n\n    const a = 1;\n\n    # a comment\n'],
    ['an indentation of three', '   # Kite\n\n   > Kite flies.\n'],
    ['a path with backslashes', '# Kite\n\nRead C:\\new\\notes, then C:\\new\\names.\n'],
    ['a URL in angle brackets', `<https://kite.example>${PLAIN}`],
    ['an example in a fence', `# Kite\n\n\`\`\`\n${PLAIN}\`\`\`\n`],
  ])('does not include %s', (_, text) => {
    expect(lint({ body: text }).findings.filter(({ id }) => id === 'whole-file-fenced')).toEqual([]);
  });
});
