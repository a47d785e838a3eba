import { type FSWatcher, type WatchListener, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CONFIG_NAME } from './config.ts';
import { findInputs } from './find-inputs.ts';
import { InputError, reasonOf } from './input.ts';

/** Editors write a file in several steps; they are one change. */
const SETTLE_MS = 100;

/**
 * Watches the folders of everything that the names stand for, from the moment that this returns. `changed` settles some
 * time after the first change of an input, a config or an llms.txt beside them, and ends the watching.
 * Rejects with an `InputError` for a folder that cannot be watched.
 * @param config the one that is used for everything, or null
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
    // A folder that is gone is a change, too: the next check says what is missing.
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
    throw new InputError(`${folder}: ${reasonOf(error)}`);
  }
}

/** Folders rather than files: an editor that replaces a file by another one would end the watching of it. */
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
