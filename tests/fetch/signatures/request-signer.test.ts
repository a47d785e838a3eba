import { beforeEach, describe, expect, it } from 'vitest';
import { createRequestSigner } from '../../../src/fetch/signatures/request-signer.ts';
import { aSigningKey } from './a-signing-key.ts';
import { type SignedRequest, VERIFIERS } from './verifiers.ts';

const AGENT = 'https://dir.example';
const key = aSigningKey();
const keys = [key.publicKey];

const signed = async (now: () => number = Date.now): Promise<SignedRequest> => ({
  url: 'https://site.example/llms.txt',
  method: 'GET',
  headers: { host: 'site.example', ...createRequestSigner({ key, agentUrl: AGENT, now })('site.example') },
});

describe.each(VERIFIERS)('a signed request, verified by %s', (_, verify) => {
  let request: SignedRequest;
  beforeEach(async () => {
    request = await signed();
  });
  const altered = (name: string, from: string | RegExp, to: string): SignedRequest => {
    const before = request.headers[name] ?? '';
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    return { ...request, headers: { ...request.headers, [name]: after } };
  };

  it('passes verification', async () => {
    await expect(verify(request, keys)).resolves.toBeUndefined();
  });

  it('fails for another site', async () => {
    const moved = {
      ...request,
      url: 'https://other.example/llms.txt',
      headers: { ...request.headers, host: 'other.example' },
    };
    await expect(verify(moved, keys)).rejects.toThrow();
  });

  it.each([
    ['another Signature-Agent', 'signature-agent', 'dir.example', 'evil.example'],
    ['a later beginning', 'signature-input', /created=\d+/, `created=${Math.floor(Date.now() / 1_000) - 1_000}`],
    ['a later end', 'signature-input', /expires=\d+/, 'expires=4889289600'],
    ['another nonce', 'signature-input', /nonce="./, 'nonce="_'],
    ['another tag', 'signature-input', 'tag="web-bot-auth"', 'tag="http-message-signatures-directory"'],
    ['another key', 'signature-input', `keyid="${key.id}"`, `keyid="${aSigningKey().id}"`],
    ['fewer components', 'signature-input', '"@authority" ', ''],
    ['more components', 'signature-input', '("@authority"', '("@method" "@authority"'],
    ['another signature', 'signature', /:..../, ':AAAA'],
  ] as const)('fails with %s', async (_name, field, from, to) => {
    await expect(verify(altered(field, from, to), keys)).rejects.toThrow();
  });

  it('fails after a minute', async () => {
    const old = await signed(() => Date.now() - 62_000);
    await expect(verify(old, keys)).rejects.toThrow();
    const recent = await signed(() => Date.now() - 30_000);
    await expect(verify(recent, keys)).resolves.toBeUndefined();
  });

  it('fails if the directory lacks its key', async () => {
    await expect(verify(request, [aSigningKey().publicKey])).rejects.toThrow();
    await expect(verify(request, [])).rejects.toThrow();
  });

  it('fails if its key has the id of another', async () => {
    const other = aSigningKey().publicKey;
    await expect(verify(request, [{ ...other, kid: key.id }])).rejects.toThrow();
  });
});

describe('signature of a request', () => {
  it('identifies the service in a dictionary and covers its member', async () => {
    const { headers } = await signed(() => 1_735_689_600_000);
    expect(headers['signature-agent']).toBe(`sig1="${AGENT}"`);
    expect(headers['signature-input']).toMatch(
      /^sig1=\("@authority" "signature-agent";key="sig1"\);created=1735689600;expires=1735689660;keyid="[\w-]{43}";alg="ed25519";nonce="[\w+/]{86}==";tag="web-bot-auth"$/,
    );
  });

  it('differs in every request', () => {
    const sign = createRequestSigner({ key, agentUrl: AGENT, now: () => 0 });
    const fields = Array.from({ length: 100 }, () => sign('site.example'));
    expect(new Set(fields.map(({ signature }) => signature)).size).toBe(100);
  });
});
