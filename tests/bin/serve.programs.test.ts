import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serveCommand } from '../../bin/commands/serve.ts';
import { verifyCopy } from '../../src/jobs/backup/read-copy.ts';
import { openStore } from '../../src/store/open-store.ts';
import { freePort } from '../free-port.ts';
import { endProgram, startProgram } from '../start-program.ts';
import { folderOfTest } from '../temp-folder.ts';
import { aHost, runInProgram } from './a-host.ts';

let folder = '';
beforeEach(() => {
  folder = folderOfTest();
});

describe('a server with wrong settings', () => {
  it('names the missing setting before it opens a database or creates a secret', async () => {
    const dataDir = join(folder, 'data');
    const host = aHost({ BASE_URL: 'https://dir.org', DATA_DIR: dataDir });
    await expect(runInProgram(serveCommand(host), [])).resolves.toMatchObject({
      code: 2,
      errors: expect.stringContaining('TRUSTED_PROXY: needed with a public BASE_URL'),
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('does not open a database without its secret', async () => {
    const host = aHost({ DATA_DIR: folder, SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_SECRET_KEY: 'x' });
    await expect(runInProgram(serveCommand(host), [])).resolves.toMatchObject({
      code: 2,
      errors: expect.stringContaining('SERVER_SECRET: needed by this command'),
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('warns a public embedded server about power failures and copies the directory', async () => {
  const settings = { DATA_DIR: folder, BASE_URL: 'https://dir.example', TRUSTED_PROXY: '1', PORT: '0' };
  const server = startProgram(['serve'], settings);
  try {
    const [first] = await once(createInterface({ input: server.stdout }), 'line');
    expect(first).toMatch(/^warning: .*a power failure may lose.*npx directory restore/);
    const copies = join(folder, 'copies');
    const [name = ''] = await vi.waitUntil(
      () => {
        const names = readdirSync(folder).includes('copies') ? readdirSync(copies) : [];
        return names.some((each) => each.endsWith('.gz')) && names;
      },
      { timeout: 240_000 },
    );
    expect((await verifyCopy(join(copies, name))).manifest.rows).toBeGreaterThan(0);
  } finally {
    expect(await endProgram(server, 'SIGTERM')).toEqual([0, null]);
  }
});

it('starts while another program holds the data folder, and takes over when that ends', async () => {
  const store = await openStore({ dataDir: folder, access: 'share' });
  await store.track(['tides.com']);
  const port = await freePort();
  const server = startProgram(['serve'], { DATA_DIR: folder, PORT: String(port) });
  const countDomains = async () => (await (await fetch(`http://127.0.0.1:${port}/v1/stats`)).json()).domains_tracked;
  try {
    await once(createInterface({ input: server.stdout }), 'line');
    expect(await countDomains()).toBe(1);
    await store.track(['ports.com']);
    await store.close();
    await expect.poll(countDomains).toBe(2);
  } finally {
    expect(await endProgram(server, 'SIGTERM')).toEqual([0, null]);
  }
});
