import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { databaseTypes } from '../../.ci/database-types.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('the types of the exposed schema', () => {
  it('are those of the migrations (npm run generate-types writes them)', { timeout: 120_000 }, async () => {
    expect(read('supabase/generated/database.types.ts')).toBe(await databaseTypes());
  });

  it('have every function that the store calls, with the arguments that it gives', () => {
    const types = read('supabase/generated/database.types.ts');
    const declared = new Map(
      [...types.matchAll(/^ {6}(\w+): \{ Args: (.*); Returns: /gm)].map(([, name = '', args = '']) => [name, args]),
    );
    const files = readdirSync(new URL('../../src/store/', import.meta.url)).filter((file) =>
      /^(client|supabase-)/.test(file),
    );
    const calls = files.flatMap((file) => [
      ...read(`src/store/${file}`).matchAll(/\b(?:call|page)\(\s*'(\w+)',\s*(?:\{([^{}]*)\})?/g),
    ]);
    expect(calls.length).toBeGreaterThan(30);
    for (const [, name = '', args = ''] of calls) {
      expect(declared.has(name), name).toBe(true);
      for (const [, argument = ''] of args.matchAll(/(?:^|,)\s*(\w+)(?=\s*[:,]|\s*$)/g))
        expect(declared.get(name), name).toContain(argument);
    }
  });
});
