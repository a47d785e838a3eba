import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readFigures } from '../bench/cost/cost-figures.ts';
import { replaceCostTables } from '../bench/cost/cost-table.ts';

it('makes the tables of costs in the guide from the measured figures', () => {
  const guide = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  expect(replaceCostTables(guide, readFigures())).toBe(guide);
});
