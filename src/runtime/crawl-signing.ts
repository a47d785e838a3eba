import { createRequestSigner, type RequestSigner } from '../fetch/signatures/request-signer.ts';
import type { SigningKey } from '../fetch/signatures/signing-key.ts';
import type { Env } from './env.ts';

/** Returns the keys of the key directory: the signing key, then the next or previous key. */
export function readSigningKeys({ SIGNING_KEY, SIGNING_KEY_OTHER }: Env): SigningKey[] {
  return [SIGNING_KEY, SIGNING_KEY_OTHER].filter((key) => key !== undefined);
}

/** Returns a signer with the key of the settings, or undefined. */
export function openRequestSigner({ SIGNING_KEY: key, BASE_URL }: Env, now: () => number): RequestSigner | undefined {
  return key && createRequestSigner({ key, agentUrl: BASE_URL, now });
}
