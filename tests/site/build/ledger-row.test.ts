import { expect, it } from 'vitest';
import { rowSchema } from '../../../src/site/build/ledger.ts';
import { rowOf } from '../../../src/site/content/row.ts';
import { detailOf } from '../domain-fixture.ts';

it('equals the original row after a write and a read', () => {
  const row = rowOf(detailOf());
  expect(JSON.stringify(rowSchema.parse(JSON.parse(JSON.stringify(row))))).toBe(JSON.stringify(row));
});
