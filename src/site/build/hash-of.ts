import { hash } from 'node:crypto';

/** 132 bits of anything that JSON can write: no two inputs have the same. */
export function hashOf(input: unknown): string {
  return hash('sha256', JSON.stringify(input), 'base64url').slice(0, 22);
}
