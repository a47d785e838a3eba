import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { openStore } from '../../src/store/open-store.ts';
import { folderOfFile } from '../temp-folder.ts';
import { MIGRATIONS } from './embedded-test-store.ts';

const folder = folderOfFile();
let dataDir: string;
let database: string;
const open = (dataDir: string) => openStore({ dataDir, access: 'own', worker: false });

// Fill one folder and copy it, because a new database takes seconds.
const filled = join(folder, 'filled');
mkdirSync(join(filled, 'database'), { recursive: true });
const store = await open(filled);
await store.track(['one.example']);
await store.close();

beforeEach(() => {
  dataDir = mkdtempSync(join(folder, 'copy-'));
  database = join(dataDir, 'database');
});
const copy = () => cpSync(filled, dataDir, { recursive: true });

it('fills an empty folder', async () => {
  copy();
  const store = await open(dataDir);
  expect((await store.stats()).domains_tracked).toBe(1);
  await store.close();
});

describe('a damaged database folder', () => {
  it.each<[string, () => void]>([
    ['without its version', () => rmSync(join(database, 'PG_VERSION'))],
    ['with an empty control file', () => truncateSync(join(database, 'global/pg_control'))],
    ['without its tables', () => rmSync(join(database, 'base'), { recursive: true })],
  ])('is refused with a remedy, and stays: %s', async (_, damage) => {
    copy();
    damage();
    const before = readdirSync(database);
    const message = new RegExp(`^the database in ${database} is damaged .*npx directory restore <copy>$`);
    await expect(open(dataDir)).rejects.toMatchObject({ name: 'StoreError', message: expect.stringMatching(message) });
    expect(readdirSync(database)).toEqual(expect.arrayContaining(before));
  });

  it('rejects a file in place of the folder, and leaves no lock', async () => {
    writeFileSync(database, 'x');
    await expect(open(dataDir)).rejects.toThrow(`the database in ${database} is damaged or not accessible`);
    expect(existsSync(join(dataDir, 'store.lock'))).toBe(false);
  });
});

it('keeps the message of a migration that fails', async () => {
  copy();
  const wrong = { version: '99991231000000', name: 'wrong', sql: 'select missing' };
  const opened = openEmbedded(database, [...MIGRATIONS, wrong], { secret: 's', publishable: 'p' });
  await expect(opened).rejects.toThrow(/^column "missing" does not exist/);
});
