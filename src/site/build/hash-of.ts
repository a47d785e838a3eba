import { hash } from 'node:crypto';
import { plainRow, type Row } from '../row.ts';

/** 132 bits of anything that JSON can write: no two inputs have the same. */
export function hashOf(input: unknown): string {
  return hash('sha256', JSON.stringify(input), 'base64url').slice(0, 22);
}

/** 64 bits of what a folder of the search is made of: such a folder never changes under its name (`HASHED` of hashed-files.ts). */
export function folderNameOf(made: string): string {
  return hash('sha256', made, 'hex').slice(0, 16);
}

/** Of what every list shows of a site. */
export function hashOfPlainRow(row: Row): string {
  return hashOf(plainRow(row));
}
