import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCode } from '../../directory/find-code.ts';
import { isRunning } from '../../store/embedded/folder-lock.ts';

/** Number of kept unused apps: the newest and the previous app. */
const KEPT = 2;
/** Folder of a compiled app. The folder contains an empty file per process that loaded the app, named by process id. */
const USERS = 'used-by';

/** Records that this process uses the compiled app, because pages load on first use. Does nothing without write access. */
export async function markUsed(app: string): Promise<void> {
  try {
    await mkdir(join(app, USERS), { recursive: true });
    await writeFile(join(app, USERS, String(process.pid)), '');
  } catch (error) {
    if (!READ_ONLY.has(findCode(error))) throw error;
  }
}

const READ_ONLY: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM']);

/** Removes old compiled apps in `dist` that no running process uses. `current` was just compiled. */
export async function removeOldApps(dist: string, current: string): Promise<void> {
  const apps = await Promise.all(
    (await readdir(dist))
      .filter((name) => /^[0-9a-f]{16}$/.test(name) && join(dist, name) !== current)
      .map(async (name) => {
        const path = join(dist, name);
        const users = await readdir(join(path, USERS)).catch(() => []);
        // Accept a reused process id, because it only keeps a folder longer.
        const isUsed = users.some((pid) => isRunning(Number(pid)));
        return { path, at: (await stat(path)).mtimeMs, isUsed };
      }),
  );
  const old = apps.toSorted((a, b) => b.at - a.at).slice(KEPT - 1);
  await Promise.all(old.filter(({ isUsed }) => !isUsed).map(({ path }) => rm(path, { recursive: true, force: true })));
}
