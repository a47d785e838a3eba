import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../fetch/fetch-error.ts';
import { isRunning } from '../../store/embedded/folder-lock.ts';

/** Compiled apps that are kept beside those in use: the newest, and the one before it, to go back to. */
const KEPT = 2;
/** Folder of a compiled app with an empty file for each process that has loaded it, named by its id. */
const USERS = 'used-by';

/**
 * Notes that this process uses the compiled app: a page is loaded when it is rendered first, so all of it must stay. A server that may
 * not write to its own code leaves no note.
 */
export async function markUsed(app: string): Promise<void> {
  try {
    await mkdir(join(app, USERS), { recursive: true });
    await writeFile(join(app, USERS, String(process.pid)), '');
  } catch (error) {
    if (!READ_ONLY.has(codeOf(error))) throw error;
  }
}

const READ_ONLY: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);

/** Removes the compiled apps in `dist` that are neither among the newest nor used by a running process. `current` has just been made. */
export async function removeOldApps(dist: string, current: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(dist))
      .filter((name) => /^[0-9a-f]{16}$/.test(name) && join(dist, name) !== current)
      .map(async (name) => {
        const path = join(dist, name);
        const users = await readdir(join(path, USERS)).catch(() => []);
        // A reused process id keeps a folder longer than necessary, which does no harm.
        const isUsed = users.some((pid) => isRunning(Number(pid)));
        return { path, at: (await stat(path)).mtimeMs, isUsed };
      }),
  );
  const old = found.toSorted((a, b) => b.at - a.at).slice(KEPT - 1);
  await Promise.all(old.filter(({ isUsed }) => !isUsed).map(({ path }) => rm(path, { recursive: true, force: true })));
}
