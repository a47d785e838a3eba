import { marksBefore } from '../parser/characters.ts';
import { withWrapper } from '../parser/inline/brackets.ts';
import { unescapeMarkdown } from '../parser/inline/entities.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { inlineLink } from '../reporting/link-edits.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';
import type { Mark } from '../types/file.ts';
import type { TextEdit } from '../types/finding.ts';

const EMAIL = /^[^:/]+@/;
/** Matches code, several lines, and words that end with a short word, as in `The map is at https://…`. */
const NO_NAME = /[`<\\\r\n]|\s\S{1,40}\s\p{Ll}{1,4}\s$/u;

/**
 * Creates edits that name a bare URL. The name is the words before the URL, or the URL without scheme and user if there are no
 * words, or only "URL". Creates none behind other words, because parsers find a link only at the start of an item.
 */
function nameEdits(text: string, mark: Mark, [from, to]: readonly [number, number]): readonly TextEdit[] {
  const { start, end } = withWrapper(text, mark, from, to);
  // Offer no edit after a bracket or a tag, because this looks like a broken link.
  if (start < mark.start && /[)>\]}]/.test(text.charAt(start - 1))) return [];
  const lead = text.slice(from, start);
  const written = text.slice(mark.start, mark.end);
  const inner = written.startsWith('<') ? written.slice(1, -1) : unescapeMarkdown(written);
  const url = EMAIL.test(inner) ? `mailto:${inner}` : inner;
  // Use no name whose emphasis ends after the URL.
  const label = NO_NAME.test(lead) || /^[*_]/.test(mark.value) ? '' : mark.value;
  const bare = inner.replace(/^https?:\/\/(?:[^/?#]*@)?|\/$/gi, '');
  if (bare === '') return [];
  const at = lead.indexOf(label);
  if (label === '' || at < 0) return /[^\s*_]/.test(lead) ? [] : [{ start, end, text: inlineLink(bare, url) }];
  const name = /^url$/i.test(label) ? bare : label;
  return [{ start: from + at - marksBefore(lead, at).length, end, text: inlineLink(name, url) }];
}

export const bareUrl = defineRule({
  id: 'bare-url',
  title: 'URL without a name',
  severity: 'warning',
  source: 'spec',
  fix: 'Write the URL as [name](url).',
  marks: ['bare-link'],
  check: (file) =>
    reportMarks(file, 'bare-link', (mark) => {
      const edits = mark.inner === null ? [] : nameEdits(file.text, mark, mark.inner);
      const fix = edits[0] && `Write ${shorten(edits[0].text)}`;
      return { message: 'This URL has no name.', fix, edits };
    }),
});
