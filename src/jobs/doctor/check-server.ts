import { paths } from '../../directory/urls.ts';
import { isLoopback } from '../../runtime/env.ts';
import { pageSecurityFields } from '../../site/security-policy.ts';
import { type Finding, fault, good } from './finding.ts';

export interface Outside {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

type Seen = Awaited<ReturnType<typeof ask>>;

/** Longest wait for an answer. A healthy server is faster, even on a slow connection. */
const WITHIN_MS = 20_000;
/** Largest difference of the clocks, below the tolerance of signatures, proofs and caches. */
const MAX_CLOCK_ERROR_MS = 60_000;
/** Domain of the test request. Any domain works, because every domain has instructions and the server requests nothing. */
const ANY_DOMAIN = 'iana.org';
const ROUTER = 'Put a router of docs/operating.md before the static files and the server, as it is.';

/** Checks that the URL answers as this directory. If not, no other URL is requested. */
export async function checkServer(outside: Outside): Promise<Finding[]> {
  const health = await ask(outside, '/healthz').catch((error: unknown) => String((error as Error).cause ?? error));
  if (typeof health === 'string') {
    const remedy = 'Start it (npm run serve), and check the DNS name, the certificate and the proxy.';
    return [fault('server', `${outside.baseUrl} does not answer: ${health}`, remedy)];
  }
  if (health.status !== 200 || health.text.trim() !== 'ok') {
    const says = `something else answers at ${outside.baseUrl}: /healthz is ${health.status} ${health.type}`;
    return [fault('server', says, `Route the address to the server. ${ROUTER}`)];
  }
  const faults = await Promise.all([
    checkRoutes(outside),
    checkHeaders(outside),
    checkProxy(outside),
    checkPages(outside),
  ]);
  return [good('server', `answers at ${outside.baseUrl}`), ...faults, checkClock(outside, health)];
}

/** Checks one URL per part of the setup, because a wrong route has a wrong media type. */
async function checkRoutes(outside: Outside): Promise<Finding> {
  const wrong: string[] = [];
  const expectAnswer = async (path: string, status: number, type: string, init: RequestInit = {}) => {
    const answer = await ask(outside, path, init);
    if (answer.status === status && answer.type.startsWith(type)) return;
    wrong.push(`${path} answers ${answer.status} ${answer.type || 'without a type'} instead of ${status} ${type}`);
  };
  await Promise.all([
    expectAnswer('/v1/stats', 200, 'application/json'),
    expectAnswer(paths.llmsTxt, 200, 'text/plain'),
    expectAnswer(paths.home, 200, 'text/html', { headers: { accept: 'text/html' } }),
    expectAnswer(paths.home, 200, 'text/markdown', { headers: { accept: 'text/markdown' } }),
    expectAnswer(paths.browse(1, 'newest'), 200, 'text/html', { headers: { accept: 'text/html' } }),
    expectAnswer(paths.badge(ANY_DOMAIN), 200, 'image/svg+xml'),
    expectAnswer(`${paths.docs}/`, 308, ''),
  ]);
  if (wrong.length > 0) return fault('routes', wrong.join('; '), ROUTER);
  if ((await ask(outside, '/metrics')).status === 200 && !isLoopback(outside.baseUrl)) {
    return fault('routes', '/metrics is public', 'Block it in the proxy, because only a local monitor may read it.');
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const fields = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const mcp = await ask(outside, paths.mcp, { method: 'POST', body, headers: fields });
  if (mcp.status === 403) {
    return fault('routes', '/mcp sees another host in the request', 'Configure the proxy to keep the Host header.');
  }
  return good('routes', 'pages, Markdown, API, badges and MCP come from the right host');
}

async function checkHeaders(outside: Outside): Promise<Finding> {
  const { headers } = await ask(outside, paths.home, { headers: { accept: 'text/html' } });
  const missing = Object.entries(pageSecurityFields(outside.baseUrl)).flatMap(([name, value]) =>
    headers.get(name) === value ? [] : [name],
  );
  if (!(headers.get('vary') ?? '').toLowerCase().includes('accept')) missing.push('vary');
  if (missing.length === 0) return good('headers', 'of a page come from the server');
  return fault(
    'headers',
    `of a page lack or change ${missing.join(', ')}`,
    `Let the proxy and the static host send them. ${ROUTER}`,
  );
}

/** Checks the trusted proxy. If the server does not identify its client, each request gets another token. */
async function checkProxy(outside: Outside): Promise<Finding> {
  const path = paths.verification(ANY_DOMAIN);
  const [first, second] = [await ask(outside, path), await ask(outside, path)];
  if (first.status !== 200) return fault('proxy', `${path} answers ${first.status}`, ROUTER);
  const parseToken = (seen: Seen): unknown => JSON.parse(seen.text).token;
  if (parseToken(first) === parseToken(second)) return good('proxy', 'reports client addresses to the server');
  const remedy =
    'Set TRUSTED_PROXY to the number of proxies before the server, each of which appends to X-Forwarded-For.';
  return fault('proxy', 'the server cannot distinguish clients', remedy);
}

/** Checks that pages contain the public URL. */
async function checkPages(outside: Outside): Promise<Finding> {
  const { text } = await ask(outside, paths.robots);
  const [, named] = /^Sitemap: (.+)\/sitemap-index\.xml$/m.exec(text) ?? [];
  if (named === outside.baseUrl) return good('pages', `name ${named}`);
  const remedy = 'Run: npm run build -- --new-base-url, and publish the site.';
  return fault('pages', `name ${named ?? 'no address'} instead of ${outside.baseUrl}`, remedy);
}

function checkClock({ now }: Outside, { headers }: Seen): Finding {
  const error = now() - Date.parse(headers.get('date') ?? '');
  // Skip a server without a Date field.
  if (!(Math.abs(error) > MAX_CLOCK_ERROR_MS)) return good('clock', 'agrees with the server’s clock');
  const says = `differs from the server’s clock by ${Math.round(Math.abs(error) / 1_000)} s`;
  return fault('clock', says, 'Synchronize the clocks of both machines: timedatectl set-ntp true');
}

async function ask({ baseUrl, fetch: send }: Outside, path: string, init: RequestInit = {}) {
  const signal = AbortSignal.timeout(WITHIN_MS);
  const answer = await send(`${baseUrl}${path}`, { redirect: 'manual', signal, ...init });
  const { status, headers } = answer;
  return { status, headers, type: headers.get('content-type') ?? '', text: await answer.text() };
}
