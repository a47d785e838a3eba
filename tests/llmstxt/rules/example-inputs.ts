import type { LintInput } from '#llmstxt';
import { answer, FILE_URL, failure, file, fullFile, GOOD, header, homepage, redirect, section, tried } from './case.ts';

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

const LONG = 'word '.repeat(48_000);

/** Inputs of rules whose example is neither a file with a title nor the text of a section. */
export const exampleInputs: Readonly<Record<string, ExampleInput>> = {
  'other-status': { before: answer({ status: 203 }), after: answer({}) },
  'not-found': { before: answer({ status: 404 }, null), after: answer({}) },
  'server-error': { before: answer({ status: 503 }, null), after: answer({}) },
  'dns-fault': { before: failure('dns'), after: answer({}) },
  'no-answer': { before: failure('timeout'), after: answer({}) },
  'tls-fault': { before: failure('tls'), after: answer({}) },
  blocked: { before: answer({ status: 403 }, null), after: answer({}) },
  'not-text': escaped,
  'content-type': field,
  charset: field,
  'cross-domain-redirect': { before: redirect('https://other.example/llms.txt'), after: answer({}) },
  attachment: field,
  'too-large': {
    before: file(`# Example\n\n${'word '.repeat(220_000)}`),
    after: file(GOOD),
  },
  'no-validators': {
    before: answer({ headers: { 'content-type': 'text/plain; charset=utf-8' } }),
    after: header('etag', '"5f3c"'),
  },
  'plain-http': { before: answer({ plainHttp: true }), after: answer({}) },
  'other-name': withUrl,
  'empty-section': body,
  'duplicate-section': body,
  'byte-order-mark': escaped,
  crlf: escaped,
  'invisible-characters': (example) => section(String(escaped(example).body)),
  'dead-link': {
    before: tried('https://example.com/old', { status: 404 }),
    after: tried('https://example.com/guide'),
  },
  'dead-external-link': {
    before: tried('https://other.example/old.pdf', { own: false, status: 404 }),
    after: tried('https://other.example/paper.pdf', { own: false }),
  },
  'redirecting-link': {
    before: tried('https://example.com/guide', { redirectedTo: 'https://example.com/docs/guide' }),
    after: tried('https://example.com/docs/guide'),
  },
  'markdown-twin': {
    before: tried('https://example.com/guide.html', { markdownTwin: 'https://example.com/guide.html.md' }),
    after: tried('https://example.com/guide.html.md'),
  },
  'outside-scope': withUrl,
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
    before: fullFile(200, 'html'),
    after: fullFile(404, 'absent'),
  },
  'www-differs': { before: { ...answer({}), wwwDiffers: true }, after: { ...answer({}), wwwDiffers: false } },
  'token-budget': { before: body(LONG), after: body(LONG.slice(0, LONG.length / 10)) },
};
