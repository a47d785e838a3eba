import { printable } from './printable.ts';

/** Input to read. `name` is the user's name for the input. */
export type Input =
  /** `within`: searched folder that contained the file. A link in the folder must not lead out of it. */
  | { readonly kind: 'file'; readonly name: string; readonly within?: string }
  | { readonly kind: 'url'; readonly name: string; readonly url: string }
  | { readonly kind: 'stdin'; readonly name: '-' };

/** Unreadable argument. The message has the reason and advice. The message may contain untrusted names. */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(message: string) {
    super(printable(message));
  }
}

export function isUrl(argument: string): boolean {
  return /^https?:\/\//i.test(argument);
}

/** Returns the input of an argument: standard input, a URL or a path. Throws an `InputError` for another URL. */
export function toInput(argument: string): Input {
  if (argument === '-') return { kind: 'stdin', name: '-' };
  if (isUrl(argument)) return urlInput(argument);
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(argument)) throw new InputError(`${argument}: is not an http(s) URL`);
  return { kind: 'file', name: argument };
}

/** Creates the input of a URL. A URL without a path means the site's llms.txt. */
function urlInput(argument: string): Input {
  if (!URL.canParse(argument)) throw new InputError(`${argument}: not a URL`);
  const url = new URL(argument);
  if (url.pathname === '/') url.pathname = '/llms.txt';
  return { kind: 'url', name: argument, url: url.href };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a folder',
  ENOTDIR: 'no such file or folder',
  ELOOP: 'a link that leads to itself',
  ENAMETOOLONG: 'the name is too long',
  EEXIST: 'exists',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

/** Returns the message of a file system error. */
export function formatReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
