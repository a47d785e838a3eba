import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { openStore } from '../../src/store/open-store.ts';
import { MIGRATIONS } from './embedded-test-store.ts';

let dataDir: string;
let database: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'damaged-'));
  database = join(dataDir, 'database');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = () => openStore({ dataDir, access: 'own', worker: false });

async function fill(): Promise<void> {
  const store = await open();
  await store.track(['one.example']);
  await store.close();
}

describe('a damaged database folder', () => {
  it.each<[string, () => void]>([
    ['without its version', () => rmSync(join(database, 'PG_VERSION'))],
    ['with an empty control file', () => truncateSync(join(database, 'global/pg_control'))],
    ['without its tables', () => rmSync(join(database, 'base'), { recursive: true })],
  ])('is refused with a remedy, and stays: %s', async (_, damage) => {
    await fill();
    damage();
    const before = readdirSync(database);
    await expect(open()).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringMatching(
        new RegExp(`^the database in ${database} is damaged .*npx directory restore <copy>$`),
      ),
    });
    expect(readdirSync(database)).toEqual(expect.arrayContaining(before));
  });

  it('is refused if it is a file', async () => {
    writeFileSync(database, 'x');
    await expect(open()).rejects.toThrow(`the database in ${database} is damaged or not accessible`);
  });
});

it('keeps the message of a migration that fails', async () => {
  await fill();
  const wrong = { version: '99991231000000', name: 'wrong', sql: 'select missing' };
  const open = openEmbedded(database, [...MIGRATIONS, wrong], { secret: 's', publishable: 'p' });
  await expect(open).rejects.toThrow(/^column "missing" does not exist/);
});

it('fills an empty folder', async () => {
  mkdirSync(database);
  await fill();
  const store = await open();
  expect((await store.stats()).domains_tracked).toBe(1);
  await store.close();
});
