import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { observe } from '../../src/crawl/steps/observe.ts';
import type { VisitPurpose } from '../../src/crawl/visit/visit-client.ts';
import { newDomain } from '../../src/directory/new-domain.ts';
import { createNet } from '../../src/fetch/create-net.ts';
import { LIMITS } from '../../src/fetch/limits.ts';
import { createRequestSigner } from '../../src/fetch/signatures/request-signer.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { aSigningKey } from '../fetch/signatures/a-signing-key.ts';
import { type SignedRequest, VERIFIERS } from '../fetch/signatures/verifiers.ts';
import { readTestWeb } from '../sandbox/test-web.ts';
import { folderOfFile } from '../temp-folder.ts';
import { testVisitTools } from './test-visit-tools.ts';

/** Number of visited sites. The sites include redirects to other hosts and plain requests. */
const SITES = 30;
const web = await readTestWeb();
const key = aSigningKey();

interface Received extends SignedRequest {
  readonly isEncrypted: boolean;
}
let received: Received[] = [];
/** Records requests that the sites received, from the server's channel. */
function keep(message: unknown) {
  const { request } = message as { readonly request: IncomingMessage };
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const isEncrypted = request.socket instanceof TLSSocket;
  const { method = '', url: path = '' } = request;
  const url = `${isEncrypted ? 'https' : 'http'}://${headers['host']}${path}`;
  received.push({ method, url, headers, isEncrypted });
}

const sandbox = await startSandbox({ sites: web, dataDir: folderOfFile(), now: Date.now });
const net = createNet({
  servers: [],
  userAgent: 'llms-txt-directory/1 (+https://dir.example)',
  sandbox,
  now: Date.now,
});
closeAfterAll(net, sandbox);
beforeEach(() => {
  received = [];
  subscribe('http.server.request.start', keep);
});
afterEach(() => void unsubscribe('http.server.request.start', keep));

async function visit(site: string, purpose: VisitPurpose): Promise<void> {
  const tools = testVisitTools(net, { isHostAllowed: (host) => web.knows(host) });
  const sign = createRequestSigner({ key, agentUrl: 'https://dir.example', now: Date.now });
  const signing = { ...tools, policy: { ...tools.policy, sign } };
  const state = newDomain(site, new Date().toISOString());
  await observe(state, signing, { purpose, signal: new AbortController().signal });
}

it('signs every encrypted request of a crawl for its host, and no plain request', async () => {
  const sites = web.names().slice(0, SITES);
  await Promise.all(sites.map((site) => visit(site, 'crawl')));
  const encrypted = received.filter(({ isEncrypted }) => isEncrypted);
  expect(encrypted.length).toBeGreaterThan(100);
  expect(new Set(encrypted.map(({ headers }) => headers['host'])).size).toBeGreaterThan(SITES);
  for (const [, verify] of VERIFIERS) {
    for (const request of encrypted) await verify(request, [key.publicKey]);
  }
  for (const { isEncrypted, headers } of received) {
    if (!isEncrypted) expect(headers).not.toHaveProperty('signature');
  }
});

it.each(['recrawl', 'check'] as const)('does not sign a %s for a person', async (purpose) => {
  await visit(web.names()[0] ?? '', purpose);
  expect(received.length).toBeGreaterThan(2);
  for (const { headers } of received) expect(headers).not.toHaveProperty('signature');
});

it('does not sign a proof', async () => {
  const { status } = await net.fetch({ url: `https://${web.names()[0]}/llms.txt`, limits: LIMITS.proofLlmsTxt });
  expect(status).not.toBeNull();
  expect(received.length).toBeGreaterThan(0);
  for (const { headers } of received) expect(headers).not.toHaveProperty('signature');
});
