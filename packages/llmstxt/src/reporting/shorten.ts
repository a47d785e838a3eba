import { hideCredentials } from '../address/credentials.ts';
import { cutText } from '../cut-text.ts';
import { collapseSpaces } from '../parser/collapse-spaces.ts';

/** Most quoted characters of the file in a message. */
const MAX_QUOTED = 60;

/** Joins words on one line, cut to `MAX_QUOTED` characters. */
export function shorten(words: string): string {
  return cutText(hideCredentials(collapseSpaces(words)), MAX_QUOTED);
}
