import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { acquireFolderLock } from '../../store/embedded/folder-lock.ts';
import { toStateDir } from './state-dir.ts';

/** Failure, because another build of the folder is running. Two builds would corrupt the ledger. */
export class BuildUnderWayError extends Error {
  override readonly name = 'BuildUnderWayError';
}

/**
 * Runs `work` exclusively among builds of `outDir`. Throws `BuildUnderWayError` otherwise. Takes over the lock of a killed
 * build. Do not hold the lock in a thread that may be terminated, because the process id would keep the lock.
 */
export async function withBuildLock<Made>(outDir: string, work: () => Promise<Made>): Promise<Made> {
  mkdirSync(toStateDir(outDir), { recursive: true });
  const lock = await acquireFolderLock(join(toStateDir(outDir), 'build.lock'));
  if ('pid' in lock) {
    throw new BuildUnderWayError(
      `process ${lock.pid} is building ${outDir}: a second build would damage its files; try again after it ends`,
    );
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
