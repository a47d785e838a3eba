import { createHash } from 'node:crypto';

/** 132 bits of anything that JSON can write: no two inputs have the same. */
export function hashOf(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64url').slice(0, 22);
}
