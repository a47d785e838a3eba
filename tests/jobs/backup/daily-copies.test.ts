import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type CopyTools, copyIfDue, KEPT_COPIES, startDailyCopies } from '../../../src/jobs/backup/daily-copies.ts';
import { verifyCopy } from '../../../src/jobs/backup/read-copy.ts';
import { restoreCopy } from '../../../src/jobs/backup/restore-copy.ts';
import { silentLog } from '../../../src/runtime/log.ts';
import { closeAfterAll } from '../../close-after-all.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { folderOfFile } from '../../temp-folder.ts';

const HOUR = 60 * 60 * 1000;
const START = Date.parse('2026-11-22T03:00:00Z');

const parent = folderOfFile();
let folder: string;
let clock: number;
let tools: CopyTools;
let made = 0;

const source = await openEmbeddedTestStore();
await source.store.track(['one.example', 'two.example']);
closeAfterAll(source);
beforeEach(() => {
  folder = join(parent, `copies-${made++}`);
  clock = START;
  tools = { store: source.store, folder, now: () => clock, log: silentLog };
});

describe('the daily copy of a directory', () => {
  it('passes verification and a restore, and is readable only by its owner', async () => {
    const file = await copyIfDue(tools);
    expect(file).toBe(join(folder, 'directory-2026-11-22T03-00-00Z.gz'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(file ?? '').mode & 0o777).toBe(0o600);
    const target = await openEmbeddedTestStore();
    onTestFinished(() => target.close());
    await restoreCopy(file ?? '', { keepKeys: true, store: target.store });
    expect((await target.store.stats()).domains_tracked).toBe(2);
  });

  it('writes once a day, in full once a week, and keeps three copies with their bases', async () => {
    for (let hour = 0; hour < 9 * 24; hour++) {
      clock = START + hour * HOUR;
      const file = await copyIfDue(tools);
      expect(file !== null, `hour ${hour}`).toBe(hour % 24 === 0);
    }
    expect(readdirSync(folder).sort()).toEqual([
      'directory-2026-11-22T03-00-00Z.gz',
      'directory-2026-11-28T03-00-00Z.changes.gz',
      'directory-2026-11-29T03-00-00Z.gz',
      'directory-2026-11-30T03-00-00Z.changes.gz',
    ]);
    expect(KEPT_COPIES).toBe(3);
    for (const name of readdirSync(folder)) await verifyCopy(join(folder, name));
  });

  it('writes in full if the full copy of the week is damaged', async () => {
    const first = (await copyIfDue(tools)) ?? '';
    writeFileSync(first, readFileSync(first).subarray(0, 100));
    clock += 25 * HOUR;
    const second = (await copyIfDue(tools)) ?? '';
    expect(second).toBe(join(folder, 'directory-2026-11-23T04-00-00Z.gz'));
    await verifyCopy(second);
  });

  it('keeps older copies after a failure, and tries again', async () => {
    const first = await copyIfDue(tools);
    clock += 25 * HOUR;
    const away = { ...source.store, readCopy: () => Promise.reject(new Error('the store is away')) };
    await expect(copyIfDue({ ...tools, store: away })).rejects.toThrow('the store is away');
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([first]);
    clock += HOUR;
    expect(await copyIfDue(tools)).not.toBeNull();
  });

  it('gets its name only after a successful read', async () => {
    // This store claims to be complete, but returns unknown tables.
    const lying = {
      ...source.store,
      readCopy: async () => ({ lines: '{"table": "a"}\n\n', cursor: null, through: null }),
    };
    await expect(copyIfDue({ ...tools, store: lying })).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ignores copies with a future date, and removes only its own files', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'directory-2031-01-01T00-00-00Z.gz'), 'from the future');
    writeFileSync(join(folder, 'directory-2026-11-21T00-00-00Z.gz.unverified.unfinished'), 'left by a kill');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const file = await copyIfDue(tools);
    await expect(verifyCopy(file ?? '')).resolves.toBeDefined();
    expect(readdirSync(folder).sort()).toEqual([
      'directory-2026-11-22T03-00-00Z.gz',
      'directory-2031-01-01T00-00-00Z.gz',
      'notes.txt',
    ]);
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('writes once a day, and keeps three copies, despite a copy with a future date', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'directory-2031-01-01T00-00-00Z.gz'), 'from the future');
    for (let hour = 0; hour < 4 * 24; hour += 6) {
      clock = START + hour * HOUR;
      const file = await copyIfDue(tools);
      expect(file !== null, `hour ${hour}`).toBe(hour % 24 === 0);
    }
    expect(readdirSync(folder).sort()).toEqual([
      'directory-2026-11-22T03-00-00Z.gz',
      'directory-2026-11-23T03-00-00Z.changes.gz',
      'directory-2026-11-24T03-00-00Z.changes.gz',
      'directory-2026-11-25T03-00-00Z.changes.gz',
      'directory-2031-01-01T00-00-00Z.gz',
    ]);
  });

  it('logs each copy, and does not end the server after a failure', async () => {
    const lines: string[] = [];
    const note = (event: string) => void lines.push(event);
    const log = { ...silentLog, info: note, error: note };
    await startDailyCopies({ ...tools, log }).stop();
    clock += 25 * HOUR;
    const away = { ...source.store, describeCopy: () => Promise.reject(new Error('the store is away')) };
    await startDailyCopies({ ...tools, store: away, log }).stop();
    expect(lines).toEqual(['copy.written', 'copy.failed']);
  });
});
