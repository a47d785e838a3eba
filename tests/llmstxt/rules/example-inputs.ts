import type { LintInput } from '#llmstxt';
import { answer, checked, FILE_URL, failure, file, GOOD, header, homepage, redirect, section } from './case.ts';

/** Inputs of a rule's example: a function from its text, or two fixed inputs. */
export type ExampleInput = ((example: string) => LintInput) | { readonly before: LintInput; readonly after: LintInput };

/** Creates a file in which the example follows the title. */
const body = (example: string): LintInput => file(`# Example\n\n${example}`);

/** Creates a file from an example that shows invisible characters as escapes. */
const escaped = (example: string): LintInput =>
  file(
    example
      .replace(/\\u([0-9A-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\x([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll('\\r', '\r')
      .replaceAll('\\n', '\n'),
  );

/** Creates a response from an example that is a header. */
const field = (example: string): LintInput => {
  const [name = '', value = ''] = example.trim().split(': ', 2);
  return header(name.toLowerCase(), value);
};

/** Creates a file from an example that is its URL, with optional links. */
const withUrl = (example: string): LintInput => {
  const [url = '', ...links] = example.trim().split('\n');
  return file(links.length === 0 ? GOOD : `# Example\n\n## Docs\n\n${links.join('\n')}\n`, url);
};

const link = (url: string) => `- [Guide](${url})\n`;
const LONG = 'word '.repeat(48_000);

/** Inputs of each rule. */
export const exampleInputs: Readonly<Record<string, ExampleInput>> = {
  'other-status': { before: answer({ status: 203 }), after: answer({}) },
  'not-found': { before: answer({ status: 404 }, null), after: answer({}) },
  'server-error': { before: answer({ status: 503 }, null), after: answer({}) },
  'dns-fault': { before: failure('dns'), after: answer({}) },
  'no-answer': { before: failure('timeout'), after: answer({}) },
  'tls-fault': { before: failure('tls'), after: answer({}) },
  blocked: { before: answer({ status: 403 }, null), after: answer({}) },
  'html-body': file,
  'empty-body': file,
  'other-format': file,
  'not-text': escaped,
  'parked-page': file,
  'content-type': field,
  charset: field,
  'cross-domain-redirect': { before: redirect('https://other.example/llms.txt'), after: answer({}) },
  attachment: field,
  'too-large': {
    before: file(`# Example\n\n## Docs\n\n${link('https://example.com/a').repeat(40_000)}`),
    after: file(GOOD),
  },
  'no-validators': {
    before: answer({ headers: { 'content-type': 'text/plain; charset=utf-8' } }),
    after: header('etag', '"5f3c"'),
  },
  'plain-http': { before: answer({ plainHttp: true }), after: answer({}) },
  'other-name': withUrl,
  'no-title': file,
  'several-titles': file,
  'content-before-title': file,
  'heading-space': file,
  'heading-form': file,
  'no-summary': file,
  'summary-misplaced': file,
  'summary-lines': file,
  'deep-heading': body,
  'no-sections': file,
  'section-without-links': body,
  'empty-section': body,
  'text-in-section': body,
  'break-in-section': section,
  'duplicate-section': body,
  'optional-spelling': body,
  'byte-order-mark': escaped,
  crlf: escaped,
  'heading-in-fence': body,
  'whole-file-fenced': file,
  'raw-html': section,
  mojibake: body,
  'invisible-characters': (example) => section(String(escaped(example).body)),
  'item-without-link': section,
  'bare-url': section,
  'link-outside-list': body,
  'bullet-style': section,
  'link-form': section,
  'notes-separator': section,
  'wrapped-notes': section,
  'empty-link': section,
  'bad-url': section,
  'relative-url': section,
  'duplicate-url': section,
  'no-notes': section,
  'notes-repeat-name': section,
  'parenthesis-in-url': section,
  'several-links': section,
  'nested-list': section,
  'private-target': section,
  'insecure-link': section,
  'dead-link': {
    before: checked(link('https://example.com/old'), { url: 'https://example.com/old', status: 404 }),
    after: checked(link('https://example.com/guide'), { url: 'https://example.com/guide' }),
  },
  'dead-external-link': {
    before: checked(link('https://other.example/old.pdf'), {
      url: 'https://other.example/old.pdf',
      own: false,
      status: 404,
    }),
    after: checked(link('https://other.example/paper.pdf'), { url: 'https://other.example/paper.pdf', own: false }),
  },
  'redirecting-link': {
    before: checked(link('https://example.com/guide'), {
      url: 'https://example.com/guide',
      redirectedTo: 'https://example.com/docs/guide',
    }),
    after: checked(link('https://example.com/docs/guide'), { url: 'https://example.com/docs/guide' }),
  },
  'markdown-twin': {
    before: checked(link('https://example.com/guide.html'), {
      url: 'https://example.com/guide.html',
      markdownTwin: 'https://example.com/guide.html.md',
    }),
    after: checked(link('https://example.com/guide.html.md'), { url: 'https://example.com/guide.html.md' }),
  },
  'outside-scope': withUrl,
  'nested-index': section,
  'no-describedby': { before: homepage({}), after: homepage({ describedBy: [FILE_URL] }) },
  'describedby-wrong': {
    before: homepage({ describedBy: ['https://example.com/about.html'] }),
    after: homepage({ describedBy: [FILE_URL] }),
  },
  'no-markdown-alternate': {
    before: homepage({}),
    after: homepage({ markdownAlternates: ['https://example.com/index.md'] }),
  },
  'full-file-fault': {
    before: { ...answer({}), fullFile: { url: 'https://example.com/llms-full.txt', status: 200, kind: 'html' } },
    after: { ...answer({}), fullFile: { url: 'https://example.com/llms-full.txt', status: 404, kind: 'absent' } },
  },
  'www-differs': { before: { ...answer({}), wwwDiffers: true }, after: { ...answer({}), wwwDiffers: false } },
  'reader-instructions': body,
  'spam-terms': body,
  placeholder: file,
  'secret-looking': body,
  'token-budget': { before: body(LONG), after: body(LONG.slice(0, LONG.length / 10)) },
};
