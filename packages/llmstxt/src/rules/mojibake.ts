import { defineRule } from '../reporting/define-rule.ts';
import { findMatches } from '../reporting/locate.ts';

/** U+FFFD, and UTF-8 accents, quotes, dashes, and Greek, Cyrillic, Hebrew and Arabic letters decoded as Windows-1252. */
const DAMAGE =
  /\uFFFD|Ã[\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u2122]|â€[\u0090-\u00BF\u0153\u02DC\u2018-\u203A\u2122]|Â[\u00A0-\u00BF]|[ÎÏÐÑ×ØÙ][\u0080-\u00BF][ÎÏÐÑ×ØÙ]/g;

export const mojibake = defineRule({
  id: 'mojibake',
  title: 'Garbled characters',
  severity: 'warning',
  source: 'convention',
  fix: 'Save the original text again as UTF-8.',
  check(file) {
    const matches = [...findMatches(file.text, DAMAGE)];
    const [first] = matches;
    if (first === undefined) return [];
    return [
      { at: first, message: `Garbled characters: ${matches.length}. The text was decoded with the wrong encoding.` },
    ];
  },
});
