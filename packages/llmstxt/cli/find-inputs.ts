import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isUrl } from './arguments.ts';

/** One thing to check. `name` is how the person would name it. */
export type Input =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'url'; readonly name: string; readonly url: string }
  | { readonly kind: 'stdin'; readonly name: '-' };

/** An argument that leads to nothing that can be checked; `message` says why and what to do. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

const LLMS_NAME = /^llms\.txt$/i;
const TEXT_NAME = /\.(?:txt|md)$/i;
/** Text files that every site has and that are something else. */
const OTHER_TEXT = /^(?:robots|humans|security|ads|app-ads|sellers|llms-full|readme|license|changelog)\.(?:txt|md)$/i;
const PASSED_OVER = new Set(['node_modules']);

/** The inputs behind one argument, in a stable order; never empty. */
export async function findInputs(argument: string): Promise<Input[]> {
  if (argument === '-') return [{ kind: 'stdin', name: '-' }];
  if (isUrl(argument)) return [{ kind: 'url', name: argument, url: fileUrl(argument) }];
  const found = await stat(argument).catch((error: unknown) => {
    throw new InputError(
      `${argument}: ${reasonOf(error)}${looksLikeHost(argument) ? ` (for a website write https://${argument})` : ''}`,
    );
  });
  if (!found.isDirectory()) return [{ kind: 'file', name: argument }];
  const names = await filesUnder(argument);
  const llms = names.filter((name) => LLMS_NAME.test(basename(name)));
  const texts = llms.length > 0 ? llms : names.filter(isCandidate);
  if (texts.length === 0) throw new InputError(`${argument}: no llms.txt and no other text file in this folder`);
  return texts.map((name) => ({ kind: 'file', name }));
}

/** A URL that names no file means the site's llms.txt. */
function fileUrl(argument: string): string {
  const url = URL.parse(argument);
  if (!url) throw new InputError(`${argument}: not a URL`);
  if (url.pathname === '/') url.pathname = '/llms.txt';
  return url.href;
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new InputError(`${folder}: ${reasonOf(error)}`);
  });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const names: string[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith('.') && entry.name !== '.well-known') continue;
    const path = join(folder, entry.name);
    if (entry.isFile()) names.push(path);
    else if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) names.push(...(await filesUnder(path)));
  }
  return names;
}

function isCandidate(path: string): boolean {
  const name = basename(path);
  return TEXT_NAME.test(name) && !OTHER_TEXT.test(name);
}

function looksLikeHost(argument: string): boolean {
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(argument) && !TEXT_NAME.test(argument);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a folder',
  ENOTDIR: 'no such file or folder',
  ELOOP: 'a link that leads to itself',
  ENAMETOOLONG: 'the name is too long',
};

/** What the file system says, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
