import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EnvError, envExample, parseEnv } from '../../src/runtime/env.ts';

const examplePath = join(import.meta.dirname, '../../.env.example');

describe('settings', () => {
  it('need nothing on a fresh machine', () => {
    const env = parseEnv({});
    expect(env).toMatchObject({
      PORT: 4321,
      HOST: '127.0.0.1',
      BASE_URL: 'http://127.0.0.1:4321',
      DATA_DIR: './.data',
    });
  });

  it('drop the trailing slash of the base URL and treat empty as unset', () => {
    expect(parseEnv({ BASE_URL: 'https://dir.org/', PORT: '' })).toMatchObject({
      BASE_URL: 'https://dir.org',
      PORT: 4321,
    });
  });

  it.each([
    [{ PORT: 'eighty' }, 'PORT: '],
    [{ PORT: '70000' }, 'PORT: '],
    [{ BASE_URL: 'ftp://x' }, 'BASE_URL: '],
    [{ TRUSTED_PROXY: 'maybe' }, 'TRUSTED_PROXY: '],
    [{ SERVER_SECRET: 'short' }, 'SERVER_SECRET: '],
    [{ SANDBOX_ORIGIN: 'nonsense' }, 'SANDBOX_ORIGIN: '],
    [{ SANDBOX_ORIGIN: '127.0.0.1:8443', BASE_URL: 'https://dir.org' }, 'SANDBOX_ORIGIN: only allowed'],
    [{ SUPABASE_URL: 'https://x.supabase.co' }, 'SUPABASE_SECRET_KEY: '],
  ])('%j stops with one line that names the setting', (source, start) => {
    expect(() => parseEnv(source)).toThrow(EnvError);
    expect(() => parseEnv(source)).toThrow(new RegExp(`^${start}[^\\n]+$`));
  });

  it('.env.example is what the schema says', () => {
    if (process.env['UPDATE'] === '1') writeFileSync(examplePath, envExample());
    expect(readFileSync(examplePath, 'utf8')).toBe(envExample());
  });
});
