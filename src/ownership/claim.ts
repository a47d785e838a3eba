import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { ServerSecrets } from './server-secrets.ts';

/** Bytes of a claim. Nobody can guess 128 bits. */
const CLAIM_BYTES = 16;
/** Bytes of the hash in a token: 160 bits, which are 32 characters of base32. */
const TOKEN_BYTES = 20;
/** Digits of base32 (RFC 4648 §6). */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Computes the claim of `client` (an IPv4 address or an IPv6 /64) for `domain`. A client always gets an equal claim without
 * storage, and no client can compute another client's claim.
 */
export function claimFor(serverSecret: string, client: string, domain: string): string {
  return createHmac('sha256', serverSecret)
    .update(`claim|${client}|${domain}`)
    .digest()
    .subarray(0, CLAIM_BYTES)
    .toString('hex');
}

/** Current claim, followed by the claim of the previous secret. */
export type Claims = readonly [current: string, ...previous: string[]];

/** Returns the claims of `client` for `domain` under each secret. */
export function claimsFor([current, ...previous]: ServerSecrets, client: string, domain: string): Claims {
  return [claimFor(current, client, domain), ...previous.map((secret) => claimFor(secret, client, domain))];
}

export function newClaim(): string {
  return randomBytes(CLAIM_BYTES).toString('hex');
}

/**
 * Computes the token that the holder of `claim` publishes to prove control of `domain`. `generation` counts the keys
 * issued for the domain.
 */
export function tokenFor(domain: string, claim: string, generation: number): string {
  const hash = createHash('sha256').update(`svc-verify|${domain}|${claim}|${generation}`).digest();
  let token = '';
  let bits = 0;
  let buffer = 0;
  for (const byte of hash.subarray(0, TOKEN_BYTES)) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      token += BASE32[(buffer >> bits) & 31];
    }
    buffer &= (1 << bits) - 1;
  }
  return token;
}
