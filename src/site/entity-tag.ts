import { createHash } from 'node:crypto';

/** Length of the tag: 132 bits of SHA-256. */
const TAG_CHARACTERS = 22;

/** Returns the strong entity tag of a body (RFC 9110 §8.8.3). Built and rendered pages have equal tags. */
export function entityTag(body: string | Uint8Array): string {
  return tagOfHash(createHash('sha256').update(body).digest());
}

export function tagOfHash(sha256: Buffer): string {
  return `"${sha256.toString('base64url').slice(0, TAG_CHARACTERS)}"`;
}
