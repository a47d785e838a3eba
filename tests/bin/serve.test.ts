import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveCommand } from '../../bin/commands/serve.ts';
import { aHost, runInProgram } from './a-host.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'serve-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a server that must not start with its settings', () => {
  it('says which one is missing before it opens a database or makes a secret', async () => {
    const dataDir = join(folder, 'data');
    const host = aHost({ BASE_URL: 'https://dir.org', DATA_DIR: dataDir });
    await expect(runInProgram(serveCommand(host), [])).resolves.toMatchObject({
      code: 2,
      errors: expect.stringContaining('TRUSTED_PROXY: needed with a public BASE_URL'),
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('does not open a database whose secret is not there', async () => {
    const host = aHost({ DATA_DIR: folder, SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_SECRET_KEY: 'x' });
    await expect(runInProgram(serveCommand(host), [])).resolves.toMatchObject({
      code: 2,
      errors: expect.stringContaining('SERVER_SECRET: needed by this command'),
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});
