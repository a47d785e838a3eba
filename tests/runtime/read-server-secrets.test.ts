import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseEnv } from '../../src/runtime/env.ts';
import { readServerSecrets } from '../../src/runtime/read-server-secrets.ts';
import { folderOfTest } from '../temp-folder.ts';

let folder = '';
beforeEach(() => {
  folder = folderOfTest();
});
const settings = () => parseEnv({ DATA_DIR: folder });

describe('secret of a server', () => {
  it('equals the configured secret', async () => {
    expect(await readServerSecrets({ ...settings(), SERVER_SECRET: 'x'.repeat(32) })).toEqual(['x'.repeat(32)]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('appears once under concurrent starts, readable by its owner only', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => readServerSecrets(settings())));
    const secrets = all.flat();
    expect([secrets.length, new Set(secrets).size]).toEqual([8, 1]);
    expect(secrets[0]).toMatch(/^[\w-]{43}$/);
    expect(await readServerSecrets(settings())).toEqual([secrets[0]]);
    expect(readdirSync(folder)).toEqual(['server-secret']);
    expect(statSync(join(folder, 'server-secret')).mode & 0o777).toBe(0o600);
  });

  it('never appears for a hosted database', async () => {
    const hosted = parseEnv({ DATA_DIR: folder, SUPABASE_URL: 'https://x.supabase.co', SUPABASE_SECRET_KEY: 'key' });
    await expect(readServerSecrets(hosted)).rejects.toThrow(/^SERVER_SECRET: needed/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('comes before the previous secret', async () => {
    const before = 'y'.repeat(32);
    const configured = { ...settings(), SERVER_SECRET: 'x'.repeat(32), SERVER_SECRET_PREVIOUS: before };
    expect(await readServerSecrets(configured)).toEqual(['x'.repeat(32), before]);
    const made = await readServerSecrets({ ...settings(), SERVER_SECRET_PREVIOUS: before });
    expect(made).toEqual([expect.stringMatching(/^[\w-]{43}$/), before]);
    expect(await readServerSecrets({ ...configured, SERVER_SECRET: before })).toEqual([before]);
  });

  it.each(['', '\n', 'short'])('rejects the content %j', async (text) => {
    writeFileSync(join(folder, 'server-secret'), text);
    await expect(readServerSecrets(settings())).rejects.toThrow('server-secret has no secret of 32 characters');
  });
});
