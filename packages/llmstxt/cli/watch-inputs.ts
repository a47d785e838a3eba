import { type FSWatcher, type WatchListener, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CONFIG_NAME } from './config.ts';
import { findInputs } from './find-inputs.ts';
import { formatReason, InputError } from './input.ts';

/** Time in which several writes of an editor count as one change. */
const SETTLE_MS = 100;

/**
 * Watches the folders of all inputs from the return of this call. `changed` settles shortly after the first change of
 * an input, a config or a neighboring llms.txt, and ends the watching. Rejects with an `InputError` if a folder
 * cannot be watched.
 * @param config config for all inputs, or null
 */
export async function watchInputs(
  names: readonly string[],
  config: string | null,
  cwd: string,
): Promise<{ readonly changed: Promise<void> }> {
  const { folders, files } = await listWatched(config === null ? names : [...names, config], cwd);
  let notify = () => {};
  const changed = new Promise<void>((settle) => {
    notify = settle;
  });
  const watchers = [...folders].map((folder) => {
    const watcher = watchFolder(folder, (_, name) => {
      if (name === null || files.has(name.toLowerCase())) notify();
    });
    // A removed folder is a change, which the next check reports.
    return watcher.on('error', notify);
  });
  return {
    changed: changed
      .then(() => wait(SETTLE_MS))
      .finally(() => {
        for (const watcher of watchers) watcher.close();
      }),
  };
}

function watchFolder(folder: string, onChange: WatchListener<string>): FSWatcher {
  try {
    return watch(folder, onChange);
  } catch (error) {
    throw new InputError(`${folder}: ${formatReason(error)}`);
  }
}

/** Lists the watched folders. Files are not watched, because an editor that replaces a file would end the watch. */
async function listWatched(names: readonly string[], cwd: string) {
  const folders = new Set<string>();
  const files = new Set(['llms.txt', CONFIG_NAME]);
  for (const name of names) {
    const path = resolve(cwd, name);
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isFolder) folders.add(path);
    const inputs = isFolder ? await findInputs(path).catch(() => []) : [{ name: path }];
    for (const input of inputs) {
      folders.add(dirname(input.name));
      files.add(basename(input.name).toLowerCase());
    }
  }
  return { folders, files };
}
