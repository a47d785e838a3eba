import { findWrapping, type Wrapping } from '../parser/document/find-wrapping.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { FILE_START } from '../reporting/locate.ts';

/** Message and advice of each kind of wrapping. */
const WORDS: Readonly<Record<Wrapping['kind'], readonly [message: string, fix: string]>> = {
  fence: ['The whole file is inside a code fence', 'Delete the lines of the fence.'],
  html: ['The whole file is inside HTML or a comment', 'Delete the tags.'],
  indent: ['The file is indented, which makes it code', 'Delete the indentation.'],
  prefix: ['Each line starts with a number or mark', 'Delete the start of each line.'],
  quote: ['The whole file is in quotes', 'Delete the quote marks.'],
  escape: ['The line ends are written as "\\n" or tags', 'Write real line ends.'],
  line: ['The file has no line ends', 'Start a line for each heading and item.'],
};
/** Longest text for which a repair is shown. */
const MAX_EDIT = 20_000;

export const wholeFileFenced = defineRule({
  id: 'whole-file-fenced',
  title: 'Whole file in a fence, indented or escaped',
  severity: 'error',
  source: 'convention',
  fix: 'Publish the text itself.',
  check({ text, title, marks }) {
    const wrapping = findWrapping(text, title !== null);
    if (wrapping === null) return [];
    const [message, fix] = WORDS[wrapping.kind];
    const isShown = text.length <= MAX_EDIT || marks.max === Infinity;
    const edits = wrapping.text !== null && isShown ? [{ start: 0, end: text.length, text: wrapping.text }] : [];
    return [{ at: FILE_START, message: `${message}, so parsers see no headings and no links.`, fix, edits }];
  },
});
