import { stripVTControlCharacters } from 'node:util';

/** A site's text must not move the cursor, color or hide anything in somebody's terminal. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
