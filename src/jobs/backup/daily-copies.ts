import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '../../directory/duration.ts';
import type { Log } from '../../runtime/log.ts';
import { type Loop, startLoop } from '../../runtime/start-loop.ts';
import type { Store } from '../../store/store.ts';
import { CopyError } from './copy-lines.ts';
import { verifyCopy } from './read-copy.ts';
import { writeCopy } from './write-copy.ts';

/** Interval of checks for a due copy, so that a failed copy is retried within an hour. */
const INTERVAL_MS = HOUR_MS;
/** Number of kept copies. Three copies cover an error that is noticed within two days. */
export const KEPT_COPIES = 3;
/** Interval of full copies. Copies in between contain only changes. */
const WHOLE_MS = 7 * DAY_MS;

const NAME = /^directory-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})Z(\.changes)?\.gz$/;

export interface CopyTools {
  readonly store: Pick<Store, 'describeCopy' | 'readCopy'>;
  /** Folder that contains only copies, created if missing. */
  readonly folder: string;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Writes and verifies a copy of the directory, unless the newest copy is less than a day old. Removes all copies except the
 * newest three and their bases. Writes a full copy once a week, and changes on other days. Returns the new file, or null if no
 * copy was due. Throws errors of `writeCopy` and `verifyCopy`, and then keeps the older copies.
 */
export async function copyIfDue(tools: CopyTools): Promise<string | null> {
  const { folder, now } = tools;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copies = await listCopies(folder, now());
  const newest = copies.at(-1);
  if (newest !== undefined && computeAge(newest, now()) < DAY_MS) return null;
  const base = copies.findLast(isWhole);
  const name =
    (base !== undefined && computeAge(base, now()) < WHOLE_MS && (await copyChanges(base, tools))) ||
    (await copyVerified(null, tools));
  await removeOld(folder, [...copies, name]);
  return join(folder, name);
}

/** Writes the changes since the full copy. Returns null if the full copy is damaged or has another schema. */
async function copyChanges(whole: string, tools: CopyTools): Promise<string | null> {
  try {
    return await copyVerified(whole, tools);
  } catch (error) {
    if (!(error instanceof CopyError)) throw error;
    tools.log.warn('copy.changes_failed', { reason: error.message });
    return null;
  }
}

async function copyVerified(whole: string | null, { store, folder, now }: CopyTools): Promise<string> {
  const time = new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-');
  const name = `directory-${time}Z${whole === null ? '' : '.changes'}.gz`;
  const unverified = join(folder, `${name}.unverified`);
  try {
    await writeCopy(unverified, { store, now, base: whole === null ? undefined : join(folder, whole) });
    await verifyCopy(unverified);
    await rename(unverified, join(folder, name));
    return name;
  } catch (error) {
    await rm(unverified, { force: true });
    throw error;
  }
}

/** Copies the directory daily while a server runs. */
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

/** Lists copies, oldest first. Ignores copies with a future date, because a clock was wrong. */
async function listCopies(folder: string, now: number): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name) && computeAge(name, now) >= 0).sort();
}

/**
 * Removes all copies except the newest and their bases.
 * @param copies oldest first
 */
async function removeOld(folder: string, copies: readonly string[]): Promise<void> {
  const keptNames = new Set(copies.slice(-KEPT_COPIES));
  for (const [at, name] of copies.entries()) {
    const base = keptNames.has(name) ? copies.slice(0, at + 1).findLast(isWhole) : undefined;
    if (base !== undefined) keptNames.add(base);
  }
  // Temporary files of a killed server.
  const unfinished = (await readdir(folder)).filter((name) => /\.unverified(\.unfinished)?$/.test(name));
  for (const name of [...copies.filter((one) => !keptNames.has(one)), ...unfinished]) {
    await rm(join(folder, name), { force: true });
  }
}

function isWhole(name: string): boolean {
  return !name.endsWith('.changes.gz');
}

/** Returns the age of a copy in ms, by its name. */
function computeAge(name: string, now: number): number {
  const [, at = ''] = NAME.exec(name) ?? [];
  return now - Date.parse(`${at.replace(/T(\d\d)-(\d\d)-(\d\d)$/, 'T$1:$2:$3')}Z`);
}
