import { expect, it } from 'vitest';
import { rowSchema } from '../../../src/site/build/ledger.ts';
import { rowOf } from '../../../src/site/row.ts';
import { detailOf } from '../domain-fixture.ts';

it('a row that the next build reads is written like the one that was made: no list is made again for it', () => {
  const row = rowOf(detailOf());
  expect(JSON.stringify(rowSchema.parse(JSON.parse(JSON.stringify(row))))).toBe(JSON.stringify(row));
});
