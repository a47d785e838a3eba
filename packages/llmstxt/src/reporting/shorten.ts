import { hideCredentials } from '../address/credentials.ts';
import { cutText } from '../cut-text.ts';
import { collapseSpaces } from '../parser/collapse-spaces.ts';

/** Words of a message that come from the file are cut, so that a message stays a sentence. */
export const MAX_QUOTED = 60;

/** The words on one line, at most `MAX_QUOTED` characters of them. */
export function shorten(words: string): string {
  return cutText(hideCredentials(collapseSpaces(words)), MAX_QUOTED);
}
