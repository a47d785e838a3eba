import { createPublicKey, verify } from 'node:crypto';
import { type ResponseDescriptor, verifySignature } from 'http-message-sig';
import { expect, it } from 'vitest';
import type { SigningKey } from '../../../src/fetch/signatures/signing-key.ts';
import { aSigningKey } from '../../fetch/signatures/a-signing-key.ts';
import { BASE_URL, serveFake } from './serve-fake.ts';

const PATH = '/.well-known/http-message-signatures-directory';
const request = { method: 'GET', url: `${BASE_URL}${PATH}` };
const keys = [aSigningKey(), aSigningKey()] as const;

async function readDirectory(signingKeys: readonly SigningKey[]) {
  const { get, context } = serveFake({}, { signingKeys, now: Date.now });
  const answer = await get(PATH);
  return { answer, body: await answer.text(), headers: Object.fromEntries(answer.headers), now: context.now() };
}

/** Checks the signature of one label with `http-message-sig`. */
async function checkLabel(
  label: string,
  key: SigningKey,
  headers: Readonly<Record<string, string>>,
  url = request.url,
) {
  const fields = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const response: ResponseDescriptor = {
    kind: 'response',
    status: 200,
    fields,
    request: { kind: 'request', method: 'GET', targetUri: url, fields: [] },
  };
  const publicKey = createPublicKey({ key: { ...key.publicKey }, format: 'jwk' });
  return await verifySignature(response, {
    label,
    policy: {
      algorithms: ['ed25519'],
      requiredComponents: [{ name: '@authority', parameters: { req: true } }, 'content-digest'],
      requiredParameters: ['created', 'expires', 'keyid', 'tag'],
    },
    resolveVerifier: () => ({
      algorithm: 'ed25519',
      verify: (data, signature) => verify(null, data, publicKey, signature),
    }),
  });
}

it('lists the public keys, cacheable for an hour', async () => {
  const { answer, body } = await readDirectory(keys);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/http-message-signatures-directory+json');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600, no-transform');
  expect(JSON.parse(body)).toEqual({ keys: keys.map(({ publicKey }) => publicKey) });
  expect(body).not.toContain('"d"');
});

it('carries a signature of each key', async () => {
  const { headers } = await readDirectory(keys);
  for (const [i, key] of keys.entries()) {
    const { parameters } = await checkLabel(`binding${i}`, key, headers);
    expect(parameters).toMatchObject({ keyid: key.id, tag: 'http-message-signatures-directory' });
    await expect(checkLabel(`binding${1 - i}`, key, headers)).rejects.toThrow();
  }
});

it('fails under another name or with another content', async () => {
  const { headers } = await readDirectory(keys);
  await expect(checkLabel('binding0', keys[0], headers, `https://evil.example${PATH}`)).rejects.toThrow();
  const other = (await readDirectory([keys[0]])).headers['content-digest'] ?? '';
  await expect(checkLabel('binding0', keys[0], { ...headers, 'content-digest': other })).rejects.toThrow();
});

it('lists no keys and has no signature if requests are not signed', async () => {
  const { answer, body } = await readDirectory([]);
  expect(answer.status).toBe(200);
  expect(JSON.parse(body)).toEqual({ keys: [] });
  expect(answer.headers.has('signature')).toBe(false);
});
