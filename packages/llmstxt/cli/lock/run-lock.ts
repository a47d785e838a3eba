import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Console, ExitCode } from '../console.ts';
import { type Directory, findDirectory } from '../find-directory.ts';
import { findInputs } from '../find-inputs.ts';
import { InputError, isUrl, toInput } from '../input.ts';
import { printable, printableJson } from '../printable.ts';
import { readStart } from '../read-input.ts';
import { renderChange } from '../report-changes.ts';
import { count } from '../tally.ts';
import { replaceFile } from '../write-atomically.ts';
import { compareLocked, type LockCheck } from './compare-locked.ts';
import { createDirectoryClient, type LookUpUrls, resolvePackages } from './directory-client.ts';
import { eachOfHosts } from './each-of-hosts.ts';
import type { LockOptions } from './lock-arguments.ts';
import { LOCK_NAME, type LockedFile, parseLock, type ReadLock, renderLock } from './lock-file.ts';
import { readLocked } from './read-locked.ts';
import { readPackages } from './read-packages.ts';

/**
 * Writes or checks `llms.lock` in the working folder. Exits with 0 if unchanged, 1 if changed, 2 if a named file was
 * unreadable, and then writes nothing. Reports an unreadable file of a package, and does not lock it.
 */
export async function runLock(options: LockOptions, console: Console): Promise<ExitCode> {
  const directory = await findDirectory(options.directory, console);
  const ask = directory === null ? skipLookup : createDirectoryClient(directory);
  const lock = await readLock(console.cwd);
  if (!options.check) {
    const packageFiles = await findPackageFiles(options.from, directory, console);
    return await writeLock(options.inputs, packageFiles, lock, ask, console);
  }
  if (lock === null) throw new InputError(`${LOCK_NAME}: no such file: \`llmstxt lock <file|url>...\` writes it`);
  return await checkLock(lock, ask, options.json, console);
}

/** Returns the files of the packages in manifests. Reports packages without a file in the directory. */
async function findPackageFiles(
  manifests: readonly string[],
  directory: Directory | null,
  console: Console,
): Promise<readonly string[]> {
  if (manifests.length === 0) return [];
  if (directory === null) throw new InputError('--from needs a directory. Name it with --directory');
  const read = await Promise.all(manifests.map((manifest) => readPackages(manifest, console.cwd)));
  const packages = [...new Set(read.flat())];
  if (packages.length === 0) throw new InputError(`${manifests.join(', ')}: no package from a public registry`);
  const files = await resolvePackages(directory, packages, (resolved) => {
    console.err(`lock: ${resolved} of ${count(packages.length, 'package')} resolved; the directory reads the others\n`);
  });
  const without = packages.filter((_, at) => files[at] === null);
  if (without.length > 0) console.err(`lock: the directory has no llms.txt of ${printable(without.join(', '))}\n`);
  if (without.length === packages.length) throw new InputError(`no package of ${manifests.join(', ')} has an llms.txt`);
  return files.filter((file) => file !== null);
}

/** Replaces the directory if no directory is set. */
const skipLookup: LookUpUrls = async () => new Map();

/** Most bytes of a lock. A lock contains the content of each file, and 100 large files have about 10 MiB. */
const MAX_LOCK_BYTES = 16 * 1024 * 1024;

async function readLock(folder: string): Promise<ReadLock | null> {
  const path = join(folder, LOCK_NAME);
  if (!existsSync(path)) return null;
  const body = await readStart(path, MAX_LOCK_BYTES + 1);
  if (body.length > MAX_LOCK_BYTES) throw new InputError(`${LOCK_NAME}: has more than ${MAX_LOCK_BYTES} bytes`);
  return parseLock(new TextDecoder().decode(body), LOCK_NAME);
}

async function writeLock(
  named: readonly string[],
  found: readonly string[],
  lock: ReadLock | null,
  ask: LookUpUrls,
  console: Console,
): Promise<ExitCode> {
  const isAgain = named.length + found.length === 0;
  const inputNames = isAgain ? (lock?.files ?? []).map(({ name }) => name) : await findNames(named, ask, console.cwd);
  const names = [...new Set([...inputNames, ...found])];
  if (names.length === 0) throw new InputError('no input. Name the files, folders and URLs to lock');
  const listedUrls = await ask(names.filter(isUrl));
  const items = names.map((name) => ({ name, site: listedUrls.get(name)?.site ?? null }));
  const advice = isAgain ? `. If you no longer rely on this file, remove its entry from ${LOCK_NAME}` : '';
  const mayFail = new Set(found.filter((name) => !inputNames.includes(name)));
  const read = await eachOfHosts(items, (item) => {
    const locked = lockFile(item, console, advice);
    return mayFail.has(item.name) ? attempt(locked) : locked;
  });
  for (const file of read) if (file instanceof InputError) console.err(`lock: not locked: ${file.message}\n`);
  const fresh = read.flatMap((file) => (file instanceof InputError ? [] : file));
  if (fresh.length === 0) throw new InputError('no file of a package could be read');
  const unchanged = (lock?.files ?? []).filter(({ name }) => !fresh.some((file) => file.name === name));
  // Read edited entries again, because rewriting would make them look valid.
  const edited = unchanged.find(({ name }) => lock?.tampered.has(name));
  if (edited !== undefined)
    throw new InputError(`${LOCK_NAME}: the entry of ${edited.name} was edited. Lock this file too`);
  const text = renderLock([...unchanged, ...fresh]);
  if (Buffer.byteLength(text) > MAX_LOCK_BYTES) {
    throw new InputError(`${LOCK_NAME}: would have more than ${MAX_LOCK_BYTES} bytes. Lock fewer or smaller files`);
  }
  await replaceFile(join(console.cwd, LOCK_NAME), text);
  await console.out(`${LOCK_NAME}: ${count(fresh.length, 'file')} locked\n`);
  return 0;
}

/** Returns the files of inputs. Replaces a page by the file that covers it, if a directory knows such a file. */
async function findNames(inputs: readonly string[], ask: LookUpUrls, folder: string): Promise<readonly string[]> {
  const paths = inputs.map((input) => (toInput(input).kind === 'file' ? resolve(folder, input) : input));
  const inputsByPath = await Promise.all(paths.map((path) => findInputs(path)));
  const names = inputsByPath.flat().map((one) => {
    return one.kind === 'url' ? one.url : relative(folder, one.name).split(sep).join('/');
  });
  const listedUrls = await ask(names.filter((name) => isUrl(name) && !new URL(name).pathname.endsWith('.txt')));
  return names.map((name) => listedUrls.get(name)?.file ?? name);
}

async function lockFile(
  { name, site }: Pick<LockedFile, 'name' | 'site'>,
  { cwd, network }: Console,
  advice: string,
): Promise<LockedFile> {
  const reading = await readLocked(name, cwd, network);
  if (reading.kind === 'gone') throw new InputError(`${name}: ${reading.message}${advice}`);
  return { name, sha256: reading.sha256, site, content: reading.content };
}

async function checkLock(
  { files, tampered }: ReadLock,
  ask: LookUpUrls,
  json: boolean,
  console: Console,
): Promise<ExitCode> {
  const codes = new Set<ExitCode>();
  const listedUrls = await ask(files.map(({ name }) => name).filter(isUrl));
  const checks = await eachOfHosts(files, async (file) => {
    const reading = await attempt(readLocked(file.name, console.cwd, console.network));
    if (reading instanceof InputError) return reading;
    return compareLocked(file, tampered.has(file.name), reading, listedUrls.get(file.name));
  });
  for (const check of checks) {
    if (check instanceof InputError) {
      console.err(`lock: ${check.message}\n`);
      codes.add(2);
    } else {
      codes.add(check.problems.length > 0 ? 1 : 0);
      await console.out(json ? `${printableJson(check)}\n` : renderLockCheck(check));
    }
  }
  const problems = checks.flatMap((check) => (check instanceof InputError ? [] : check.problems)).length;
  const unread = checks.filter((check) => check instanceof InputError).length;
  const totals = [
    count(files.length, 'file'),
    count(problems, 'problem'),
    ...(unread > 0 ? [`${unread} not read`] : []),
  ];
  if (!json) await console.out(`${LOCK_NAME}: ${totals.join(', ')}\n`);
  return codes.has(2) ? 2 : codes.has(1) ? 1 : 0;
}

/** Returns the `InputError` of an unreadable file, which does not stop the reads of other files. */
async function attempt<Result>(read: Promise<Result>): Promise<Result | InputError> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

/** Formats problems and notes as sentences, with the changes below. Empty for an unchanged file. */
function renderLockCheck({ name, problems, notes, changes }: LockCheck): string {
  const place = printable(name);
  const sentences = [...problems, ...notes].map((sentence) => `${place}: ${printable(sentence)}\n`);
  return [...sentences, ...changes.map((change) => `    ${renderChange(change)}\n`)].join('');
}
