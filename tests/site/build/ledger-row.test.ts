import { expect, it } from 'vitest';
import { toFullRow } from '../../../src/site/content/row.ts';
import { rowSchema } from '../../../src/site/content/row-schema.ts';
import { toDetail } from '../domain-fixture.ts';

it('equals the original row after a write and a read', () => {
  const row = toFullRow(toDetail());
  expect(JSON.stringify(rowSchema.parse(JSON.parse(JSON.stringify(row))))).toBe(JSON.stringify(row));
});
