import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findBaseline, MIGRATIONS, makeBaseline } from '../../.ci/baseline.ts';

const MAX_LINE = 120;
const MAX_FUNCTION_LINES = 60;
const SCHEMAS = new URL('../../supabase/schemas/', import.meta.url);

const files = readdirSync(SCHEMAS).map((name) => ({ name, sql: readFileSync(new URL(name, SCHEMAS), 'utf8') }));
const functions = files.flatMap(({ name: file, sql }) =>
  [...sql.matchAll(/^create (?:or replace )?function (\w+\.\w+)[^$]*\$\$.*?\$\$;/gms)].map(([text, name = '']) => ({
    file,
    name,
    lines: text.split('\n').length,
  })),
);

describe('set of schema files', () => {
  it('matches the baseline migration (npm run make-migration writes it)', () => {
    expect(readFileSync(new URL(findBaseline() ?? '', MIGRATIONS), 'utf8')).toBe(makeBaseline());
  });

  it('defines every function once', () => {
    expect(functions.length).toBeGreaterThan(80);
    const names = functions.map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('keeps lines and functions short', () => {
    const long = files.flatMap(({ name, sql }) =>
      sql.split('\n').flatMap((line, i) => (line.length > MAX_LINE ? [`${name}:${i + 1}`] : [])),
    );
    expect(long).toEqual([]);
    expect(functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES)).toEqual([]);
  });
});
