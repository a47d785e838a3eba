import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { checkBuiltLinks } from '../pages/built-links.ts';
import {
  applyFixes,
  applySettings,
  decodeBody,
  type Finding,
  type LintInput,
  type LintResult,
  lint,
} from '../src/index.ts';
import type { ConfigFinder } from './config-finder.ts';
import type { Sources } from './console.ts';
import { findInputs } from './find-inputs.ts';
import { formatReason, type Input, InputError } from './input.ts';
import { readInput } from './read-input.ts';
import { refuseOutside } from './refuse-outside.ts';
import { writeAtomically } from './write-atomically.ts';

export interface CheckedInput {
  readonly kind: 'checked';
  readonly input: Input;
  readonly result: LintResult;
  /** True if the input is UTF-8 without damage. A patch of the text does not apply to other bytes. */
  readonly isUtf8: boolean;
  /** Findings that the fix removed. */
  readonly fixed: number;
  /** Findings that `--fix` would remove, if counted. `--fix` skips edits that conflict or would lose a link. */
  readonly fixable: ReadonlySet<Finding>;
}

export type Checked = CheckedInput | { readonly kind: 'failed'; readonly message: string };

export interface HowToCheck {
  readonly sources: Sources;
  readonly configs: ConfigFinder;
  /**
   * `write` writes safe fixes into the files. `count` only counts the removed findings. `skip` tries no fixes, because trying
   * takes twice the time.
   */
  readonly fixes: 'write' | 'count' | 'skip';
  /** URL of each file's folder, or null. Links below this URL are checked in the folder. */
  readonly base: string | null;
  /** Folder that must contain all files, or null. */
  readonly root: string | null;
}

/** Checks all inputs in order, each once. An unreadable input does not stop the checks of other inputs. */
export async function* checkInputs(names: readonly string[], how: HowToCheck): AsyncGenerator<Checked> {
  const keys = new Set<string>();
  for (const name of names) {
    try {
      for (const input of await findInputs(name)) {
        const key = input.kind === 'file' ? resolve(input.name) : input.kind === 'url' ? input.url : input.name;
        if (!keys.has(key)) yield await checkInput(input, how);
        keys.add(key);
      }
    } catch (error) {
      yield failed(error);
    }
  }
}

async function checkInput(input: Input, { sources, configs, fixes, base, root }: HowToCheck): Promise<Checked> {
  try {
    const folder = root ?? (input.kind === 'file' ? input.within : undefined);
    if (folder !== undefined && input.kind === 'file') await refuseOutside(input.name, folder);
    const { rules } = await configs.ofInput(input);
    const read = await withBuiltLinks(await readInput(input, sources), input, base);
    const result = applySettings(lint(read), rules);
    const { body } = read;
    const isUtf8 = body instanceof Uint8Array && decodeBody(body).encoding === 'utf-8' && isWhole(body);
    const unchanged = { kind: 'checked', input, result, isUtf8, fixed: 0, fixable: new Set<Finding>() } as const;
    const mayFix = fixes !== 'skip' && input.kind === 'file';
    const hasEdits = mayFix && result.findings.some(({ edits }) => edits.length > 0);
    if (!hasEdits || result.text === null || !(body instanceof Uint8Array) || !isWhole(body)) return unchanged;
    const text = applyFixes(result.text, result.findings);
    if (text === result.text) return unchanged;
    const after = applySettings(lint({ ...read, body: new TextEncoder().encode(text) }), rules);
    const fixable = removedFindings(result.findings, after.findings);
    if (fixes === 'count') return { ...unchanged, fixable };
    await replaceText(input.name, body, text);
    return { ...unchanged, result: after, fixed: fixable.size };
  } catch (error) {
    return failed(error);
  }
}

/** Adds link checks of the file's folder. */
async function withBuiltLinks(read: LintInput, input: Input, base: string | null): Promise<LintInput> {
  if (base === null || input.kind !== 'file' || read.body === null) return read;
  const text = typeof read.body === 'string' ? read.body : decodeBody(read.body).text;
  const site = { folder: resolve(dirname(input.name)), base };
  return { ...read, url: `${base}${basename(input.name)}`, linkChecks: await checkBuiltLinks(text, site) };
}

/** Returns the findings with edits that a fix removed. Compares messages, because a fix moves lines. */
function removedFindings(before: readonly Finding[], after: readonly Finding[]): ReadonlySet<Finding> {
  const toKey = ({ id, message }: Finding) => `${id} ${message}`;
  const left = new Map<string, number>();
  for (const finding of after) left.set(toKey(finding), (left.get(toKey(finding)) ?? 0) + 1);
  const removed = before.filter((finding) => {
    const remaining = left.get(toKey(finding)) ?? 0;
    left.set(toKey(finding), remaining - 1);
    return finding.edits.length > 0 && remaining <= 0;
  });
  return new Set(removed);
}

/** Reports whether decoding lost nothing, so that the text may be written back as UTF-8. */
function isWhole(body: Uint8Array): boolean {
  const { text, encoding, damaged } = decodeBody(body);
  return encoding === 'utf-8' ? Buffer.from(text, 'utf8').equals(body) : !damaged;
}

/** Overwrites the judged text only, not a longer file or a changed file. */
async function replaceText(path: string, before: Uint8Array, after: string): Promise<void> {
  try {
    if (!(await readFile(path)).equals(before)) {
      throw new InputError(`${path}: not fixed, because it is too long or has changed since the check`);
    }
    await writeAtomically(path, after);
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(`${path}: not repaired: ${formatReason(error)}`);
  }
}

function failed(error: unknown): Checked {
  if (error instanceof InputError) return { kind: 'failed', message: error.message };
  throw error;
}
