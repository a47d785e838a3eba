import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { formatReason, type Input, InputError, toInput } from './input.ts';

const LLMS_NAME = /^llms\.txt$/i;
const TEXT_NAME = /\.(?:txt|md)$/i;
/** Text files of sites in other formats. */
const OTHER_TEXT = /^(?:robots|humans|security|ads|app-ads|sellers|llms-full|readme|license|changelog)\.(?:txt|md)$/i;
const SKIPPED = new Set(['node_modules']);

/**
 * Returns the inputs of one argument in a stable order. Never empty. An unreadable folder in a folder is an input, so
 * that its reading fails with its name.
 */
export async function findInputs(argument: string): Promise<Input[]> {
  const input = toInput(argument);
  if (input.kind !== 'file') return [input];
  const entry = await stat(argument).catch((error: unknown) => {
    throw new InputError(
      `${argument}: ${formatReason(error)}${looksLikeHost(argument) ? ` (for a website write https://${argument})` : ''}`,
    );
  });
  if (!entry.isDirectory()) return [input];
  const unreadable: string[] = [];
  const names = await filesUnder(argument, unreadable);
  const llms = names.filter((name) => LLMS_NAME.test(basename(name)));
  const texts = llms.length > 0 ? llms : names.filter(isCandidate);
  const inputs = [...texts, ...unreadable];
  if (inputs.length === 0) throw new InputError(`${argument}: no llms.txt and no other text file in this folder`);
  return inputs.map((name) => ({ kind: 'file', name, within: argument }));
}

/** Lists the files of a folder. Adds the folders in it that cannot be read to `unreadable`. */
async function filesUnder(folder: string, unreadable: string[]): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new InputError(`${folder}: ${formatReason(error)}`);
  });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const names: string[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith('.') && entry.name !== '.well-known') continue;
    const path = join(folder, entry.name);
    if (entry.isFile() || (entry.isSymbolicLink() && !(await isFolder(path)))) names.push(path);
    else if (entry.isDirectory() && !SKIPPED.has(entry.name)) {
      const inside = await filesUnder(path, unreadable).catch(() => null);
      if (inside === null) unreadable.push(path);
      else names.push(...inside);
    }
  }
  return names;
}

/** Reports whether a link leads to a folder. Links to folders are not followed, because they may form a loop. */
async function isFolder(link: string): Promise<boolean> {
  return await stat(link).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function isCandidate(path: string): boolean {
  const name = basename(path);
  return TEXT_NAME.test(name) && !OTHER_TEXT.test(name);
}

function looksLikeHost(argument: string): boolean {
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(argument) && !TEXT_NAME.test(argument);
}
