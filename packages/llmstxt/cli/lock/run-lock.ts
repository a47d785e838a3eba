import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { ConfigFinder } from '../config-finder.ts';
import type { Console, ExitCode } from '../console.ts';
import { findInputs } from '../find-inputs.ts';
import { InputError, isUrl, reasonOf } from '../input.ts';
import { count } from '../tally.ts';
import { writeAtomically } from '../write-atomically.ts';
import { compareLocked, type LockCheck } from './compare-locked.ts';
import { createDirectoryClient, type DirectoryClient } from './directory-client.ts';
import { eachOfHosts } from './each-of-hosts.ts';
import type { LockOptions } from './lock-arguments.ts';
import { LOCK_NAME, type LockedFile, parseLock, type ReadLock, renderLock } from './lock-file.ts';
import { readLocked } from './read-locked.ts';
import { renderLockCheck } from './report-lock.ts';

/**
 * Writes `llms.lock` in the working folder, or checks it: 0 all as locked, 1 something is not, 2 something could not be
 * read; then nothing is written.
 */
export async function runLock(options: LockOptions, console: Console): Promise<ExitCode> {
  try {
    const directory = await findDirectory(options.directory, console);
    const lock = await readLock(console.cwd);
    if (!options.check) return await writeLock(options.inputs, lock, directory, console);
    if (lock === null) throw new InputError(`${LOCK_NAME}: no such file: \`llmstxt lock <file|url>...\` writes it`);
    return await checkLock(lock, directory, options.json, console);
  } catch (error) {
    return fail(error, console);
  }
}

/** A directory that an option names may be on this machine; one that a config names must be public, as every URL. */
async function findDirectory(named: string | null, { cwd, network }: Console): Promise<DirectoryClient | null> {
  if (named !== null) return createDirectoryClient(named, { ...network, lookup: async () => [] });
  const { config } = await new ConfigFinder(cwd, null).ofFolder(cwd);
  return config.directory === null ? null : createDirectoryClient(config.directory, network);
}

async function readLock(folder: string): Promise<ReadLock | null> {
  const path = join(folder, LOCK_NAME);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new InputError(`${LOCK_NAME}: ${reasonOf(error)}`);
  });
  return text === null ? null : parseLock(text, LOCK_NAME);
}

async function writeLock(
  inputs: readonly string[],
  lock: ReadLock | null,
  directory: DirectoryClient | null,
  console: Console,
): Promise<ExitCode> {
  const named = (await Promise.all(inputs.map((input) => namesOf(input, directory, console.cwd)))).flat();
  const names = [...new Set(inputs.length > 0 ? named : (lock?.files.map(({ name }) => name) ?? []))];
  if (names.length === 0) throw new InputError('no input: name the files, folders and URLs that are relied on');
  const items = names.map((name) => ({ name }));
  const fresh = await eachOfHosts(items, ({ name }) => lockFile(name, directory, console));
  const kept = (lock?.files ?? []).filter(({ name }) => !names.includes(name));
  // An entry that was edited would pass for a good one, if it were written anew without being read.
  const edited = kept.find(({ name }) => lock?.tampered.has(name));
  if (edited !== undefined) throw new InputError(`${LOCK_NAME}: the entry of ${edited.name} was edited: lock it, too`);
  await replaceFile(join(console.cwd, LOCK_NAME), renderLock([...kept, ...fresh]));
  await console.out(`${LOCK_NAME}: ${count(fresh.length, 'file')} locked\n`);
  return 0;
}

async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(path, '', { flag: 'a' });
  await writeAtomically(path, text);
}

/** Of a page the file that covers it, where a directory knows one. */
async function namesOf(input: string, directory: DirectoryClient | null, folder: string): Promise<readonly string[]> {
  const found = await findInputs(isUrl(input) ? input : resolve(folder, input));
  return await Promise.all(
    found.map(async (one) => {
      if (one.kind !== 'url') return relative(folder, one.name).split(sep).join('/');
      const isFile = directory === null || new URL(one.url).pathname.endsWith('.txt');
      return isFile ? one.url : ((await directory.fileOf(one.url)) ?? one.url);
    }),
  );
}

async function lockFile(
  name: string,
  directory: DirectoryClient | null,
  { cwd, network }: Console,
): Promise<LockedFile> {
  const reading = await readLocked(name, cwd, network);
  if (reading.kind === 'gone') throw new InputError(`${name}: ${reading.message}`);
  const { sha256, content } = reading;
  return { name, sha256, owner: directory !== null && isUrl(name) ? await directory.ownerOf(name) : null, content };
}

async function checkLock(
  { files, tampered }: ReadLock,
  directory: DirectoryClient | null,
  json: boolean,
  console: Console,
): Promise<ExitCode> {
  const codes = new Set<ExitCode>();
  const checks = await eachOfHosts(files, (file) => tryToCheck(file, tampered, directory, console));
  for (const check of checks) {
    if (check instanceof InputError) codes.add(fail(check, console));
    else {
      codes.add(check.problems.length > 0 ? 1 : 0);
      await console.out(json ? `${JSON.stringify(check)}\n` : renderLockCheck(check));
    }
  }
  const problems = checks.flatMap((check) => (check instanceof InputError ? [] : check.problems)).length;
  if (!json) await console.out(`${LOCK_NAME}: ${count(files.length, 'file')}, ${count(problems, 'problem')}\n`);
  return codes.has(2) ? 2 : codes.has(1) ? 1 : 0;
}

/** A file that cannot be read does not stop the others. */
async function tryToCheck(
  file: LockedFile,
  tampered: ReadonlySet<string>,
  directory: DirectoryClient | null,
  console: Console,
): Promise<LockCheck | InputError> {
  try {
    return await checkFile(file, tampered, directory, console);
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

async function checkFile(
  file: LockedFile,
  tampered: ReadonlySet<string>,
  directory: DirectoryClient | null,
  { cwd, network }: Console,
): Promise<LockCheck> {
  const reading = await readLocked(file.name, cwd, network);
  const isKnown = directory !== null && isUrl(file.name);
  const owner = isKnown ? await directory.ownerOf(file.name) : undefined;
  const moved = isKnown && reading.kind === 'gone' ? await directory.fileOf(file.name) : null;
  return compareLocked(file, tampered.has(file.name), reading, {
    owner,
    elsewhere: moved === file.name ? null : moved,
  });
}

function fail(error: unknown, console: Console): ExitCode {
  if (!(error instanceof InputError)) throw error;
  console.err(`lock: ${error.message}\n`);
  return 2;
}
