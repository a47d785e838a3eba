import { createPublicKey, verify as verifyBytes } from 'node:crypto';
import { verifySignature } from 'http-message-sig';
import { httpbis } from 'http-message-signatures';
import type { PublicSigningKey } from '../../../src/fetch/signatures/signing-key.ts';

/** Request received by a site. */
export interface SignedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Verifies a request. Rejects unless a key of the directory signed the request as Web Bot Auth requires. */
export type VerifyRequest = (request: SignedRequest, keys: readonly PublicSigningKey[]) => Promise<void>;

const TAG = 'web-bot-auth';
const REQUIRED = ['created', 'expires', 'keyid', 'tag'];

function toVerifier(keys: readonly PublicSigningKey[], keyid: unknown, tag: unknown) {
  if (tag !== TAG) throw new Error('the tag is another one');
  const jwk = keys.find(({ kid }) => kid === keyid);
  if (!jwk) throw new Error('the directory does not have the key');
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  return (data: Uint8Array, signature: Uint8Array) => verifyBytes(null, data, key, signature);
}

/** Verifies by `http-message-sig` of Cloudflare, which protects many sites. */
const byCloudflare: VerifyRequest = async ({ url, method, headers }, keys) => {
  const fields = Object.entries(headers).map(([name, value]) => ({ name, value }));
  await verifySignature(
    { kind: 'request', method, targetUri: url, fields },
    {
      policy: {
        algorithms: ['ed25519'],
        requiredComponents: ['@authority', { name: 'signature-agent', parameters: { key: 'sig1' } }],
        requiredParameters: REQUIRED,
      },
      resolveVerifier: ({ parameters: { keyid, tag } }) => ({
        algorithm: 'ed25519',
        verify: toVerifier(keys, keyid, tag),
      }),
    },
  );
};

/** Verifies by `http-message-signatures` of Daniel Hensby, which Open Payments uses. */
const byHensby: VerifyRequest = async ({ url, method, headers }, keys) => {
  const verified = await httpbis.verifyMessage(
    {
      requiredFields: ['@authority', 'signature-agent'],
      requiredParams: REQUIRED,
      keyLookup: async ({ keyid, tag }) => {
        const verify = toVerifier(keys, keyid, tag);
        return { algs: ['ed25519'], verify: async (data, signature) => verify(data, signature) };
      },
    },
    { method, url, headers: { ...headers } },
  );
  if (verified !== true) throw new Error('not verified');
};

/** Independent implementations of RFC 9421. */
export const VERIFIERS: readonly (readonly [string, VerifyRequest])[] = [
  ['http-message-sig', byCloudflare],
  ['http-message-signatures', byHensby],
];
