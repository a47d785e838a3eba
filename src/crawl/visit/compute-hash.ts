import { createHash } from 'node:crypto';

/** Returns the SHA-256 of the decoded body, in the URL-safe alphabet. */
export function computeHash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url');
}
