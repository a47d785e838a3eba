import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';

/** Pages of the API reference, by their last word. */
const GROUPS = ['directory', 'sites', 'tools', 'pages'];

/** Operation on a page of the reference. */
interface Operation {
  readonly name: string;
  /** Reports whether the page says that requests fail in an empty directory. */
  readonly isAnnounced: boolean;
  /** Sample by language. */
  readonly samples: ReadonlyMap<string, string>;
  /** Description of each response by status. */
  readonly responses: ReadonlyMap<number, string>;
}

/** Expected error codes of requests without an owner key, a proof, a receiver and a homepage. Other requests succeed. */
export const FAILURES: ReadonlyMap<string, string> = new Map([
  ['POST /v1/sites/{domain}/verify', 'proof.not_found'],
  ['PATCH /v1/sites/{domain}', 'key.missing'],
  ['GET /v1/sites/{domain}/stats', 'key.missing'],
  ['POST /v1/sites/{domain}/recrawl', 'key.missing'],
  ['POST /v1/sites/{domain}/notify/test', 'key.missing'],
  ['POST /v1/watches', 'request.invalid'],
  ['DELETE /v1/watches/{id}', 'watch.unknown'],
  ['GET /v1/generate/{domain}', 'site.unreachable'],
]);

/** Expected error codes in an empty directory. */
export const FAILURES_WHEN_EMPTY: ReadonlyMap<string, string> = new Map([
  ...FAILURES,
  ...['', '/history', '/versions/{version}', '/diff'].map(
    (path) => [`GET /v1/domain/{domain}${path}`, 'domain.unknown'] as const,
  ),
  ['GET /v1/resolve', 'domain.unknown'],
  ['GET /v1/read/{domain}', 'domain.unknown'],
]);

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
}

/** Parts of a request in the samples of each language. The request form of an operation has the URL of its curl sample. */
const PARTS: Readonly<Record<string, { readonly url: RegExp; readonly method: RegExp; readonly body: RegExp }>> = {
  sh: { url: /'(http[^']+)'$/, method: / -X (\w+)/, body: / -d '([^']*)'/ },
  js: { url: /fetch\('([^']+)'/, method: / method: '(\w+)'/, body: /JSON\.stringify\((.*)\),$/m },
  python: { url: /Request\(\n {4}"([^"]+)"/, method: / method="(\w+)"/, body: /json\.dumps\((.*)\)\.encode/ },
};

/**
 * Sends the request of each operation on the reference pages of a directory, without an owner key. Returns the requests with a
 * response that the page does not describe, or with another error code than in `failures`.
 */
export async function findWrongRequests(baseUrl: string, failures: ReadonlyMap<string, string>): Promise<string[]> {
  const operations = (await Promise.all(GROUPS.map((group) => readOperations(baseUrl, group)))).flat();
  expect(operations.length).toBeGreaterThan(25);
  const wrong: string[] = [];
  for (const [at, { name, isAnnounced, samples, responses }] of operations.entries()) {
    const [sent, ...others] = Object.entries(PARTS).map(([language, parts]) => {
      const code = samples.get(language) ?? '';
      const find = (pattern: RegExp) => pattern.exec(code.trim())?.[1] ?? null;
      return { method: find(parts.method) ?? 'GET', url: find(parts.url) ?? '', body: find(parts.body) } satisfies Sent;
    });
    if (sent === undefined) throw new Error('no sample');
    for (const other of others) expect(other, name).toEqual(sent);
    const accept = /'Accept: ([^']+)'/.exec(samples.get('sh') ?? '')?.[1] ?? '*/*';
    const { status, body } = await send(sent, accept, `127.9.0.${at + 1}`);
    const code = /^\{"type":.*"code":"([^"]+)"/.exec(body)?.[1];
    const description = responses.get(status);
    const isDescribed =
      code === undefined ? status < 300 && description : description?.includes(`<code>${code}</code>`);
    if (!isDescribed || (code === 'domain.unknown' && !isAnnounced) || code !== failures.get(name))
      wrong.push(`${name}: ${status} ${body.slice(0, 300)}`);
  }
  return wrong;
}

async function readOperations(baseUrl: string, group: string): Promise<Operation[]> {
  const page = `/docs/reference-${group}`;
  const response = await fetch(`${baseUrl}${page}`);
  expect([page, response.status]).toEqual([page, 200]);
  const [intro = '', ...sections] = (await response.text()).split('<section class="operation');
  const isAnnounced = intro.includes('Requests that need a listed site return 404');
  return sections.map((section) => {
    const [, heading = ''] = /<h2[^>]*>(.*?)<\/h2>/.exec(section) ?? [];
    const samples = [...section.matchAll(/<code class="language-(\w+)">(.*?)<\/code>/gs)];
    const responses = [...section.matchAll(/<td>(\d{3})<\/td>\s*<td>(.*?)<\/td>/gs)];
    return {
      name: heading.replaceAll(/<[^>]+>/g, ''),
      isAnnounced,
      samples: new Map(samples.map(([, language = '', code = '']) => [language, decode(code)])),
      responses: new Map(responses.map(([, status = '', description = '']) => [Number(status), description])),
    };
  });
}

const CHARACTERS = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['#39', "'"],
]);

function decode(html: string): string {
  return html.replaceAll(/&([#\w]+);/g, (entity, name: string) => CHARACTERS.get(name) ?? entity);
}

/** Sends a request from an address of the loopback network. Each address is a client with its own quotas. */
async function send({ method, url, body }: Sent, accept: string, localAddress: string) {
  const agent = new Agent({ localAddress });
  const headers = { accept, ...(body !== null && { 'content-type': 'application/json' }) };
  return await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const out = request(url, { method, headers, agent }, (answer) => {
      text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, body: read }), reject);
    });
    out.once('error', reject).end(body ?? undefined);
  });
}
