import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { databaseTypes } from '../../.ci/database-types.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('file of database types', () => {
  it('matches the migrations (npx node .ci/generate-types.ts writes them)', async () => {
    expect(read('supabase/generated/database.types.ts')).toBe(await databaseTypes());
  });
});
