import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyCopy } from '../../src/jobs/backup/read-copy.ts';
import type { Store } from '../../src/store/store.ts';
import { startProgram } from '../start-program.ts';
import { LISTED } from '../store/sample-visit.ts';
import { visitAll } from '../store/visit-all.ts';
import { folderOfFile } from '../temp-folder.ts';

/** Directory that jobs in other processes read. */
export interface JobDirectory {
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

interface Amount {
  readonly sites: number;
  readonly kills: number;
}

/** Tests killed jobs. `open` fills the directory with the given function. */
export function describeKilledJobs(
  name: string,
  { sites, kills }: Amount,
  open: (dataDir: string, fill: (store: Store) => Promise<void>) => Promise<JobDirectory>,
): void {
  describe(`jobs over ${name}`, () => {
    const dataDir = folderOfFile();
    let directory: JobDirectory;
    beforeAll(async () => {
      directory = await open(dataDir, (store) => fill(store, sites));
    });
    afterAll(() => directory?.close());

    const start = (...argv: string[]) => startProgram(argv, { ...directory.settings, DATA_DIR: dataDir });
    const run = async (...argv: string[]) => {
      const [code] = await once(start(...argv), 'exit');
      expect(code, argv.join(' ')).toBe(0);
    };
    /** Kills the command this long after `hasBegun` returns true. Returns false if the command ended before the kill. */
    const killed = async (argv: readonly string[], hasBegun: () => boolean, afterMs: number) => {
      const job = start(...argv);
      const ended = once(job, 'exit');
      while (!hasBegun() && job.exitCode === null) await wait(5);
      await wait(afterMs);
      job.kill('SIGKILL');
      const [, signal] = await ended;
      return signal === 'SIGKILL';
    };

    it(`leaves no false copy after ${kills} kills of an export`, async () => {
      const file = join(dataDir, 'copy.gz');
      const unfinished = `${file}.unfinished`;
      let hits = 0;
      for (let i = 0; i < kills; i++) {
        rmSync(unfinished, { force: true });
        if (await killed(['export', file], () => existsSync(unfinished), 40 * i)) hits += 1;
        if (existsSync(file)) {
          await expect(verifyCopy(file)).resolves.toBeDefined();
          rmSync(file);
        }
      }
      expect(hits).toBeGreaterThanOrEqual(kills / 2);
      await run('export', file);
      expect((await verifyCopy(file)).manifest.counts['domains']).toBe(sites);
      expect(existsSync(unfinished)).toBe(false);
    });

    it(`builds equal, complete files after ${kills} kills`, async () => {
      await run('build');
      const whole = hashFiles(dataDir);
      expect(whole.size).toBeGreaterThan(sites);
      for (const folder of ['site', 'site-state']) rmSync(join(dataDir, folder), { recursive: true, force: true });

      let hits = 0;
      for (let i = 0; i < kills; i++) {
        if (await killed(['build'], () => existsSync(join(dataDir, 'site/domain')), 300 * i)) hits += 1;
        for (const [path, hash] of hashFiles(dataDir, isPageOfADomain)) expect(hash, path).toBe(whole.get(path));
      }
      expect(hits).toBeGreaterThanOrEqual(kills / 2);
      await run('build');
      const rebuilt = hashFiles(dataDir);
      const paths = [...new Set([...whole.keys(), ...rebuilt.keys()])];
      expect(paths.filter((path) => whole.get(path) !== rebuilt.get(path))).toEqual([]);
    });
  });
}

async function fill(store: Store, sites: number): Promise<void> {
  const names = Array.from({ length: sites }, (_, i) => `site-${String(i).padStart(4, '0')}.example`);
  await visitAll(store, names, Date.now(), (domain) => {
    const text = { hash: domain, body: `# ${domain}\n${'text '.repeat(400)}` };
    return [{ ...LISTED, title: domain }, { text }];
  });
}

const isPageOfADomain = (path: string) => /^domain\/site-\d+/.test(path);

/** Returns hashes by path, without the search index, because its file names change with every build. */
function hashFiles(dataDir: string, includes: (path: string) => boolean = () => true): Map<string, string> {
  const site = join(dataDir, 'site');
  if (!existsSync(site)) return new Map();
  const paths = readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('pagefind') && includes(path))
    .filter((path) => statSync(join(site, path)).isFile());
  const hash = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(site, path)))
      .digest('hex');
  return new Map(paths.map((path) => [path, hash(path)]));
}
