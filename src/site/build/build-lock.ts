import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { acquireFolderLock } from '../../store/embedded/folder-lock.ts';
import { stateDirOf } from './state-dir.ts';

/** Two builds of one folder would write one ledger, each as if it were alone. */
export class BuildUnderWayError extends Error {
  override readonly name = 'BuildUnderWayError';
}

/**
 * Runs `work` while nobody else builds `outDir`; throws `BuildUnderWayError` when somebody does. What a killed build has left is taken over.
 * A thread that may be terminated must not hold it: its process id would keep the lock.
 */
export async function withBuildLock<Made>(outDir: string, work: () => Promise<Made>): Promise<Made> {
  mkdirSync(stateDirOf(outDir), { recursive: true });
  const lock = await acquireFolderLock(join(stateDirOf(outDir), 'build.lock'));
  if ('pid' in lock) {
    throw new BuildUnderWayError(
      `process ${lock.pid} is building ${outDir}: a second build would spoil its work; try again when it has ended`,
    );
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
