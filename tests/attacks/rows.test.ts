import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTsv } from '../read-tsv.ts';

/**
 * Number of rows per area: names of hosts, URLs and redirects, DNS, responses, the API and its data, ownership, economy, tools.
 */
const COUNTS: Readonly<Record<string, number>> = { H: 55, U: 28, D: 30, R: 41, A: 30, O: 23, E: 27, T: 15 };

const root = join(import.meta.dirname, '../..');
const rows = readTsv(join(import.meta.dirname, 'rows.tsv'));

describe('table of attacks', () => {
  it('counts one row per attack', () => {
    const ids = Object.entries(COUNTS).flatMap(([kind, count]) =>
      Array.from({ length: count }, (_, at) => `${kind}${String(at + 1).padStart(2, '0')}`),
    );
    expect(rows.map(([id]) => id)).toEqual(ids);
  });

  it.each(rows)('finds the test of %s, %s, in %s', (_id, attack, file = '', text = '') => {
    expect(attack).not.toBe('');
    expect(text.length).toBeGreaterThan(5);
    expect(readFileSync(join(root, file), 'utf8')).toContain(text);
  });
});
