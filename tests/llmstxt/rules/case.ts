import { type Finding, type HomepageFacts, type LinkCheck, type LintInput, lint, type ResponseFacts } from '#llmstxt';

/** Case of a rule. `starts` lists the starts of its findings as `line:column severity message`, with `-` for the whole file. */
export type RuleCase = readonly [what: string, input: LintInput, starts: readonly string[]];

export type RuleCases = Readonly<Record<string, readonly RuleCase[]>>;

export const FILE_URL = 'https://example.com/llms.txt';
export const GOOD =
  '# Example\n\n> What the site is.\n\n## Docs\n\n- [Guide](https://example.com/guide.md): how to start\n';

export function file(text: string, url: string = FILE_URL): LintInput {
  return { body: text, url };
}

/** Creates a file with the text in its first section, from line 7. */
export function section(text: string): LintInput {
  return file(`# Example\n\n> What the site is.\n\n## Docs\n\n${text}`);
}

/** Creates a plain 200 response of a URL, with changes. */
export function toResponse(url: string, over: Partial<ResponseFacts> = {}): ResponseFacts {
  const plain = { status: 200, failure: null, headers: {}, truncated: false, plainHttp: false };
  return { url, finalUrl: url, chain: [url], ...plain, ...over };
}

/** Creates a good file with changes to a plain 200 response. */
export function answer(facts: Partial<ResponseFacts>, body: LintInput['body'] = GOOD): LintInput {
  const headers = { 'content-type': 'text/plain; charset=utf-8', etag: '"1"' };
  return { body, response: toResponse(facts.url ?? FILE_URL, { headers, ...facts }) };
}

/** Creates a request without a response. */
export function failure(failure: ResponseFacts['failure']): LintInput {
  return answer({ status: null, failure, headers: {} }, null);
}

export function redirect(to: string): LintInput {
  return answer({ finalUrl: to, chain: [FILE_URL, to] });
}

export function header(name: string, value: string): LintInput {
  return answer({ headers: { 'content-type': 'text/plain; charset=utf-8', etag: '"1"', [name]: value } });
}

/** Creates a good file with its homepage. */
export function homepage(facts: Partial<HomepageFacts>): LintInput {
  const url = 'https://example.com/';
  const nothing = { title: null, description: null, language: null, locales: [] };
  return { ...answer({}), homepage: { url, ...nothing, describedBy: [], markdownAlternates: [], ...facts } };
}

/** Creates a section with changes to the plain 200 responses of its links. */
export function checked(text: string, ...checks: (Partial<LinkCheck> & { readonly url: string })[]): LintInput {
  const ok = { own: true, status: 200, failure: null, redirectedTo: null, markdownTwin: null };
  return { ...section(text), linkChecks: checks.map((check) => ({ ...ok, ...check })) };
}

/** Creates a section with one link. `check` changes the link's plain 200 response. */
export function tried(url: string, check: Partial<LinkCheck> = {}): LintInput {
  return checked(`- [Guide](${url})\n`, { url, ...check });
}

/** Creates a good file with an llms-full.txt. */
export function fullFile(status: number, kind: 'text' | 'html' | 'empty' | 'absent'): LintInput {
  return { ...answer({}), fullFile: { url: 'https://example.com/llms-full.txt', status, kind } };
}

export function listFindings(id: string, input: LintInput): string[] {
  return lint(input, { assessQuality: false })
    .findings.filter((finding) => finding.id === id)
    .map(describeFinding);
}

function describeFinding({ line, column, severity, outcome, message }: Finding): string {
  return `${line === null ? '-' : `${line}:${column}`} ${outcome === 'unknown' ? outcome : severity} ${message}`;
}
