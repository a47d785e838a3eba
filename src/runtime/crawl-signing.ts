import { createRequestSigner, type RequestSigner } from '../fetch/signatures/request-signer.ts';
import type { SigningKey } from '../fetch/signatures/signing-key.ts';
import type { Env } from './env.ts';

/** The keys of the key directory: the one that signs, then the one that replaces it or was replaced. */
export function signingKeysOf({ SIGNING_KEY, SIGNING_KEY_OTHER }: Env): SigningKey[] {
  return [SIGNING_KEY, SIGNING_KEY_OTHER].filter((key) => key !== undefined);
}

/** Signs the crawler's requests with the key of the settings; undefined where there is none. */
export function requestSignerOf({ SIGNING_KEY: key, BASE_URL }: Env, now: () => number): RequestSigner | undefined {
  return key && createRequestSigner({ key, agentUrl: BASE_URL, now });
}
