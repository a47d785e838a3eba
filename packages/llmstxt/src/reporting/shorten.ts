import { hideCredentials } from '../address/credentials.ts';
import { collapseSpaces } from '../parser/collapse-spaces.ts';

/** Words of a message that come from the file are cut, so that a message stays a sentence. */
export const MAX_QUOTED = 60;

/** The words on one line, at most `MAX_QUOTED` characters of them. */
export function shorten(words: string): string {
  const line = hideCredentials(collapseSpaces(words));
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED - 1)}…` : line;
}
