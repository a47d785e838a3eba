import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dryRunNew } from '../../src/crawl/crawl.ts';
import { observe } from '../../src/crawl/steps/observe.ts';
import { newDomain } from '../../src/directory/new-domain.ts';
import { createNet } from '../../src/fetch/create-net.ts';
import { LIMITS } from '../../src/fetch/limits.ts';
import { createRequestSigner } from '../../src/fetch/signatures/request-signer.ts';
import type { SigningKey } from '../../src/fetch/signatures/signing-key.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { aSigningKey } from '../fetch/signatures/a-signing-key.ts';
import { type SignedRequest, VERIFIERS, type VerifyRequest } from '../fetch/signatures/verifiers.ts';
import { readTestWeb } from '../sandbox/test-web.ts';
import { testVisitTools } from './test-visit-tools.ts';

const AGENT = 'https://dir.example';
const web = await readTestWeb();
const [before, after] = [aSigningKey(), aSigningKey()];
/** Key directories of a site before, during and after the change, and of another crawler. */
const KNOWN = {
  old: [before.publicKey],
  both: [before.publicKey, after.publicKey],
  new: [after.publicKey],
  stranger: [aSigningKey().publicKey],
};
const KEYS = Object.keys(KNOWN).filter((name): name is keyof typeof KNOWN => name in KNOWN);

interface Received extends SignedRequest {
  readonly isEncrypted: boolean;
  /** Names of the directory copies with which each verifier accepted the request. */
  readonly acceptedWith: Readonly<Record<string, Promise<readonly string[]>>>;
}

const received: Received[] = [];
/** Records requests that the sites received, from the server's channel. */
function keep(message: unknown) {
  const { request } = message as { readonly request: IncomingMessage };
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const isEncrypted = request.socket instanceof TLSSocket;
  const { method = '', url: path = '' } = request;
  const signed = { method, url: `${isEncrypted ? 'https' : 'http'}://${headers['host']}${path}`, headers };
  const acceptedWith = VERIFIERS.map(([name, verify]) => [name, accepting(verify, signed)] as const);
  received.push({ ...signed, isEncrypted, acceptedWith: Object.fromEntries(acceptedWith) });
}

async function accepting(verify: VerifyRequest, request: SignedRequest): Promise<readonly string[]> {
  const isAccepted = KEYS.map((name) =>
    verify(request, KNOWN[name]).then(
      () => true,
      () => false,
    ),
  );
  const verdicts = await Promise.all(isAccepted);
  return KEYS.filter((_, i) => verdicts[i]);
}

let net: ReturnType<typeof createNet>;
let close = async () => {};
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'signed-'));
  const sandbox = await startSandbox({ sites: web, dataDir, now: Date.now });
  net = createNet({ servers: [], userAgent: 'llms-txt-directory/1 (+https://dir.example)', sandbox, now: Date.now });
  close = async () => {
    await net.close();
    await sandbox.close();
    await rm(dataDir, { recursive: true });
  };
  const names = [...web.names()];
  const half = Math.ceil(names.length / 2);
  const crawlWith = (key: SigningKey, sites: readonly string[], onVisit: () => void) => {
    const tools = testVisitTools(net, { isHostAllowed: sandbox.isMapped });
    const sign = createRequestSigner({ key, agentUrl: AGENT, now: Date.now });
    return dryRunNew(sites, {
      tools: { ...tools, policy: { ...tools.policy, sign } },
      onVisit,
      concurrency: 8,
      signal: new AbortController().signal,
    });
  };
  subscribe('http.server.request.start', keep);
  // Start a crawler with the new key while a crawler with the old key still runs.
  const underWay = Promise.withResolvers<void>();
  await Promise.all([
    crawlWith(before, names.slice(0, half), underWay.resolve),
    underWay.promise.then(() => crawlWith(after, names.slice(half), () => {})),
  ]);
  unsubscribe('http.server.request.start', keep);
});
afterAll(() => close());

it('signs every encrypted request of a crawl, and no plain request', () => {
  const encrypted = received.filter(({ isEncrypted }) => isEncrypted);
  expect(encrypted.length).toBeGreaterThan(300);
  for (const { isEncrypted, headers } of received) {
    expect(['signature', 'signature-input', 'signature-agent'].filter((name) => name in headers)).toHaveLength(
      isEncrypted ? 3 : 0,
    );
  }
});

it('signs a redirect to another host for that host', () => {
  const hosts = new Set(received.filter(({ isEncrypted }) => isEncrypted).map(({ headers }) => headers['host']));
  expect(hosts.size).toBeGreaterThan(web.names().length);
});

it.each(VERIFIERS)('passes %s only if the key is published', async (name) => {
  for (const { isEncrypted, acceptedWith, url } of received) {
    const known = await acceptedWith[name];
    expect(known?.includes('both'), url).toBe(isEncrypted);
    expect(known, url).not.toContain('stranger');
  }
});

it('overlaps the old and the new key', () => {
  const keys = received.flatMap(({ headers }) => /keyid="([^"]+)"/.exec(headers['signature-input'] ?? '')?.[1] ?? []);
  expect(keys.lastIndexOf(before.id)).toBeGreaterThan(keys.indexOf(after.id));
});

it.each(VERIFIERS)('keeps every request valid for %s during a key change, with any cached directory', async (name) => {
  const signed = received.filter(({ isEncrypted }) => isEncrypted);
  for (const [key, known] of [
    [before, ['old', 'both']],
    [after, ['both', 'new']],
  ] as const) {
    const own = signed.filter(({ headers }) => headers['signature-input']?.includes(`keyid="${key.id}"`));
    expect(own.length).toBeGreaterThan(100);
    for (const { acceptedWith, url } of own) expect(await acceptedWith[name], url).toEqual(known);
  }
});

it.each(['recrawl', 'check'] as const)('does not sign a %s for a person', async (purpose) => {
  const [site = ''] = web.names();
  const tools = testVisitTools(net, { isHostAllowed: () => true });
  const sign = createRequestSigner({ key: before, agentUrl: AGENT, now: Date.now });
  const signing = { ...tools, policy: { ...tools.policy, sign } };
  received.length = 0;
  subscribe('http.server.request.start', keep);
  const state = newDomain(site, new Date().toISOString());
  await observe(state, signing, { purpose, signal: new AbortController().signal });
  unsubscribe('http.server.request.start', keep);
  expect(received.length).toBeGreaterThan(2);
  for (const { headers } of received) expect(headers).not.toHaveProperty('signature');
});

it('does not sign a proof', async () => {
  received.length = 0;
  subscribe('http.server.request.start', keep);
  const [site] = web.names();
  const { status } = await net.fetch({ url: `https://${site}/llms.txt`, limits: LIMITS.proofLlmsTxt });
  unsubscribe('http.server.request.start', keep);
  expect(status).not.toBeNull();
  expect(received.length).toBeGreaterThan(0);
  for (const { headers } of received) expect(headers).not.toHaveProperty('signature');
});
