import { describe, expect, it } from 'vitest';
import { lint } from '#llmstxt';
import { readTable } from './corpus.ts';

/** Sorted errors and warnings of each input, and the parsed content: title | summary | section(links). */
const DECIDED: Readonly<Record<string, readonly [findings: string, read: string]>> = {
  'spec mock example': [
    'bad-url! duplicate-url no-notes',
    'Title | Optional description goes here | Section name(Link title) Optional(Link title)',
  ],
  'only an H1, newline': ['no-sections no-summary', 'Title | - | '],
  'only an H1, no newline': ['no-sections no-summary', 'Title | - | '],
  'H1 + blank + summary, nothing else': ['no-sections', 'Title | Sum | '],
  'H1 then summary without blank line': ['no-sections', 'Title | Sum | '],
  'summary directly followed by text': ['no-sections summary-lines', 'Title | Sum Info | '],
  'two-line blockquote': ['no-sections summary-lines', 'Title | Sum one Sum two | '],
  'info before blockquote': ['no-sections summary-misplaced', 'Title | Sum | '],
  'no H1': ['no-notes no-title! relative-url', '- | Sum | S(a)'],
  'text before H1': ['content-before-title no-sections', 'Title | Sum | '],
  'two H1s': ['no-notes relative-url several-titles text-in-section', 'One | Sum | Two() S(a)'],
  'empty section': ['empty-section no-notes relative-url', 'T | S | Empty() Next(a)'],
  'prose inside a section': ['no-notes relative-url text-in-section', 'T | S | Sec(a)'],
  '* bullets': ['bullet-style relative-url', 'T | S | Sec(a)'],
  '+ bullets': ['bullet-style relative-url', 'T | S | Sec(a)'],
  numbered: ['bullet-style relative-url', 'T | S | Sec(a)'],
  'nested item': ['nested-list relative-url', 'T | S | Sec(a,c)'],
  'bold link': ['link-form relative-url', 'T | S | Sec(a)'],
  'dash note': ['notes-separator relative-url', 'T | S | Sec(a)'],
  'note without space': ['relative-url', 'T | S | Sec(a)'],
  'fullwidth colon': ['notes-separator relative-url', 'T | S | Sec(a)'],
  'bare URL item': ['bare-url', 'T | S | Sec(https://x.example/)'],
  'text: URL item': ['bare-url no-notes', 'T | S | Sec(Home)'],
  'parenthesis in URL': ['parenthesis-in-url', 'T | S | Sec(a)'],
  'bracket in title': ['link-form relative-url', 'T | S | Sec(a [b] c)'],
  'link title attr': ['link-form relative-url', 'T | S | Sec(a)'],
  'angle url': ['link-form relative-url', 'T | S | Sec(a)'],
  'empty url': ['empty-link!', 'T | S | Sec(a)'],
  'empty title': ['empty-link! relative-url', 'T | S | Sec()'],
  'two links in one item': ['no-notes relative-url several-links', 'T | S | Sec(a,b)'],
  'wrapped note': ['relative-url wrapped-notes', 'T | S | Sec(a)'],
  'H3 inside a section': ['deep-heading no-notes relative-url', 'T | S | Sec(a) Sub(c)'],
  'H3 before any H2': ['deep-heading no-notes no-sections relative-url', 'T | S | Sub(c)'],
  '## without space': ['heading-space no-notes relative-url', 'T | S | Sec(a)'],
  '# without space': ['heading-space no-sections', 'T | S | '],
  '## in a code fence': ['heading-in-fence no-notes relative-url', 'T | S | Sec(a)'],
  'duplicate H2': ['duplicate-section no-notes relative-url', 'T | S | A(a) A(c)'],
  CRLF: ['crlf relative-url', 'T | S | Sec(a)'],
  BOM: ['byte-order-mark no-notes relative-url', 'T | S | Sec(a)'],
  'front matter': ['content-before-title no-sections', 'T | S | '],
  'setext H1': ['heading-form no-notes relative-url', 'T | S | Sec(a)'],
  'trailing spaces after H2': ['heading-form no-notes relative-url', 'T | S | Sec(a)'],
  'closing hashes': ['heading-form no-notes relative-url', 'T | S | Sec(a)'],
  'optional lower case': ['no-notes optional-spelling relative-url', 'T | S | optional(a)'],
  'no summary, no info, straight to H2': ['no-notes no-summary relative-url', 'T | - | Sec(a)'],
  'summary, no info, straight to H2': ['no-notes relative-url', 'T | S | Sec(a)'],
  'empty file': ['empty-body!', '-'],
  'leading blank lines': ['no-sections', 'T | S | '],
  'HTML comment in section': ['break-in-section no-notes relative-url', 'T | S | Sec(a)'],
  'horizontal rule in section': ['break-in-section no-notes relative-url', 'T | S | Sec(a) B(c)'],
  'lone CR line ends': ['crlf no-notes relative-url', 'T | S | Sec(a)'],
};

/** Formats the parsed content as `T | S | Sec(a,c) Other()`. */
function toRead(text: string): string {
  const { document } = lint({ body: text, url: 'https://e.example/llms.txt' });
  if (document === null) return '-';
  const sections = document.sections.map(
    ({ title, links }) => `${title}(${links.map((link) => link.title).join(',')})`,
  );
  return `${document.title ?? '-'} | ${document.summary ?? '-'} | ${sections.join(' ')}`;
}

describe('ambiguous input', () => {
  const cases = readTable('edge-cases.tsv').map(([name = '', input = '""']) => ({
    name,
    text: String(JSON.parse(input)),
  }));

  it('appears in the list of decisions', () => {
    expect(cases.map(({ name }) => name).filter((name) => DECIDED[name] === undefined)).toEqual([]);
  });

  it.each(cases)('follows its decision: $name', ({ name, text }) => {
    const found = lint({ body: text, url: 'https://e.example/llms.txt' }).findings;
    const ids = [...new Set(found.map(({ id, severity }) => `${id}${severity === 'error' ? '!' : ''}`))]
      .sort()
      .join(' ');
    expect([ids, toRead(text)]).toEqual(DECIDED[name]);
  });
});
