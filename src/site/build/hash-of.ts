import { hash } from 'node:crypto';
import { plainRow, type Row } from '../row.ts';

/** 132 bits of anything that JSON can write: no two inputs have the same. */
export function hashOf(input: unknown): string {
  return hash('sha256', JSON.stringify(input), 'base64url').slice(0, 22);
}

/** Of what every list shows of a site. */
export function hashOfPlainRow(row: Row): string {
  return hashOf(plainRow(row));
}
