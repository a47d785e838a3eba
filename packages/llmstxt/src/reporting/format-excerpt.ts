import { hideCredentials } from '../address/credentials.ts';
import { cutText } from '../cut-text.ts';

/** Most characters of an excerpt. */
const MAX_EXCERPT = 120;
/** Most characters read for an excerpt. Part of a password would remain if its end were not read. */
const MAX_READ = 400;

/** Returns the text at a place up to the end of its first line, at least one character, without credentials. */
export function formatExcerpt(text: string, start: number, end: number): string {
  const raw = text.slice(start, Math.min(Math.max(end, start + 1), start + MAX_READ));
  return cutText(hideCredentials(raw.split(/[\r\n]/, 1)[0] ?? ''), MAX_EXCERPT);
}
