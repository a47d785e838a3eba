import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '../../directory/duration.ts';
import type { Log } from '../../runtime/log.ts';
import { type Loop, startLoop } from '../../runtime/start-loop.ts';
import type { Store } from '../../store/store.ts';
import { verifyCopy } from './read-copy.ts';
import { writeCopy } from './write-copy.ts';

/** How often a server looks whether a copy is due: a failed one is tried again within the hour. */
const INTERVAL_MS = HOUR_MS;
/** Copies that are kept: an error that nobody notices for two days is still before the oldest. */
export const KEPT_COPIES = 3;

const NAME = /^directory-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z\.gz$/;

export interface CopyTools {
  readonly store: Pick<Store, 'describeCopy' | 'readCopy'>;
  /** Where the copies are kept, and nothing else is. Made when absent. */
  readonly folder: string;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Writes a copy of the directory unless the newest one is less than a day old, verifies it, and removes all but the newest three.
 * Returns the new file, null where none was due. Throws what `writeCopy` and `verifyCopy` throw; the older copies stay then.
 */
export async function copyIfDue({ store, folder, now }: CopyTools): Promise<string | null> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copies = await listCopies(folder);
  const newest = copies.at(-1);
  if (newest !== undefined && isYoungerThanADay(newest, now())) return null;
  const name = `directory-${new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-')}Z.gz`;
  const file = join(folder, name);
  const unverified = `${file}.unverified`;
  try {
    await writeCopy(unverified, { store, now });
    await verifyCopy(unverified);
    await rename(unverified, file);
  } catch (error) {
    await rm(unverified, { force: true });
    throw error;
  }
  for (const old of [...copies, name].slice(0, -KEPT_COPIES)) await rm(join(folder, old), { force: true });
  await removeUnfinished(folder);
  return file;
}

/** Copies the directory once a day for as long as a server runs. */
export function startDailyCopies(tools: CopyTools): Loop {
  const { log } = tools;
  return startLoop(
    async () => {
      const file = await copyIfDue(tools);
      if (file !== null) log.info('copy.written', { file });
    },
    INTERVAL_MS,
    (reason) => log.error('copy.failed', { reason }),
  );
}

/** Oldest first. */
async function listCopies(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).sort();
}

/** What a server that was killed left behind. */
async function removeUnfinished(folder: string): Promise<void> {
  const unfinished = (await readdir(folder)).filter((name) => /\.unverified(\.unfinished)?$/.test(name));
  for (const name of unfinished) await rm(join(folder, name), { force: true });
}

/** A copy from the future (the clock was set back) is not young: it would keep new ones away for as long as it is ahead. */
function isYoungerThanADay(name: string, now: number): boolean {
  const [, at = ''] = NAME.exec(name) ?? [];
  const age = now - Date.parse(`${at.replace(/T(\d\d)-(\d\d)-(\d\d)$/, 'T$1:$2:$3')}Z`);
  return age >= 0 && age < DAY_MS;
}
