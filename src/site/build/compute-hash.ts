import { hash } from 'node:crypto';
import { plainRow, type Row } from '../content/row.ts';

/** Returns a 132-bit hash of a JSON value. */
export function computeHash(input: unknown): string {
  return hash('sha256', JSON.stringify(input), 'base64url').slice(0, 22);
}

/** Returns a 64-bit hash that names a search folder, which never changes (`HASHED` of hashed-files.ts). */
export function computeFolderName(made: string): string {
  return hash('sha256', made, 'hex').slice(0, 16);
}

export function hashOfPlainRow(row: Row): string {
  return computeHash(plainRow(row));
}
