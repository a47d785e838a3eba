import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type ServerSecrets, secretId } from './server-secrets.ts';

/** Prefix by which people and secret scanners recognize a key. */
const PREFIX = 'svk_live_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Base-62 digits of 256 bits, because 62⁴³ is just above 2²⁵⁶. */
const SECRET_DIGITS = 43;
/** Base-62 digits of 32 bits, because 62⁶ is above 2³². */
const CHECK_DIGITS = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_DIGITS + CHECK_DIGITS}}$`);

/**
 * Computes the owner key of a proof: prefix, 256 bits, and a CRC-32 of both. The CRC reveals a mistyped key without a database.
 * A domain, claim and generation always give an equal key, so a lost answer can be repeated without a stored key. Only the
 * server's secret can compute the key.
 */
export function computeOwnerKey(serverSecret: string, domain: string, claim: string, generation: number): string {
  const bits = createHmac('sha256', serverSecret).update(`new-key|${domain}|${claim}|${generation}`).digest('hex');
  const body = PREFIX + base62(BigInt(`0x${bits}`), SECRET_DIGITS);
  return body + computeCheck(body);
}

/** Reports whether text has the form and checksum of a key. */
export function isOwnerKey(text: string): boolean {
  return FORM.test(text) && text.slice(-CHECK_DIGITS) === computeCheck(text.slice(0, -CHECK_DIGITS));
}

/** Returns the stored form of a key: the id of the server's secret, and the keyed hash. */
export function hashOwnerKey(serverSecret: string, key: string): string {
  return `${secretId(serverSecret)}.${createHmac('sha256', serverSecret).update(`owner-key|${key}`).digest('hex')}`;
}

/** Reports whether `hash` is the hash of `key` with any secret. */
export function isHashOfKey(secrets: ServerSecrets, key: string, hash: string): boolean {
  return secrets.some((secret) => isSameHash(hashOwnerKey(secret, key), hash));
}

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const computeCheck = (body: string): string => base62(BigInt(crc32(body)), CHECK_DIGITS);

function base62(value: bigint, digits: number): string {
  let text = '';
  for (let left = value; text.length < digits; left /= 62n) text = BASE62.charAt(Number(left % 62n)) + text;
  return text;
}
