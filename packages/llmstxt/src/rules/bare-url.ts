import { unescapeMarkdown } from '../parser/inline/entities.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { inlineLink } from '../reporting/link-edits.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';
import type { Mark } from '../types/file.ts';
import type { TextEdit } from '../types/finding.ts';
import type { RuleExample } from '../types/rule.ts';

/** The words before the URL become its name; where there are none, the URL without its scheme does. */
function nameEdits(text: string, mark: Mark, inner: readonly [number, number]): readonly TextEdit[] {
  const written = text.slice(mark.start, mark.end);
  const url = written.startsWith('<') ? written.slice(1, -1) : unescapeMarkdown(written);
  const [from] = inner;
  const lead = text.slice(from, mark.start);
  const label = mark.value !== '' && !/[`*_<[\]\\&\r\n]/.test(lead) ? mark.value : '';
  const bare = url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  if (bare === '') return [];
  if (label === '') return [{ start: mark.start, end: mark.end, text: inlineLink(bare, url) }];
  const at = text.indexOf(label, from);
  return at < 0 || at + label.length > mark.start ? [] : [{ start: at, end: mark.end, text: inlineLink(label, url) }];
}

/** The rest of an address that was meant as the target of a link, from its first space to the parenthesis that ends it. */
const REST_OF_TARGET = /^(?: [^\s()[\]<>"']+)+(?=\))/;

const HOST_AND_PATH = /^\w+:\/\/[^/?#]+[/?#]/;

/** `[name](https://a.example/my page)`: the spaces keep it from being a link. Null when the URL is something else. */
function spacedTarget(text: string, mark: Mark): TextEdit | null {
  if (!text.startsWith('](', mark.start - 2)) return null;
  // What comes before the space must be more than a host, which holds no %20.
  if (!HOST_AND_PATH.test(text.slice(mark.start, mark.end))) return null;
  const line = text.slice(mark.end, (text.indexOf('\n', mark.end) + 1 || text.length + 1) - 1);
  const [rest] = REST_OF_TARGET.exec(line) ?? [];
  if (rest === undefined) return null;
  return { start: mark.end, end: mark.end + rest.length, text: rest.replaceAll(' ', '%20') };
}

export const bareUrl = defineRule({
  id: 'bare-url',
  title: 'URL without a name',
  severity: 'warning',
  source: 'spec',
  fix: 'Write the URL as [name](url).',
  reads: 'text',
  marks: ['bare-link'],
  check: (file) =>
    reportMarks(file, 'bare-link', (mark) => {
      const spaced = spacedTarget(file.text, mark);
      if (spaced) {
        const message = 'The URL of this link has spaces in it, so the link is not one.';
        return { message, fix: 'Write %20 for each space of the URL.', edits: [spaced] };
      }
      // A URL right behind "](" is the start of a broken link: another one around it would only break it further.
      const isTarget = file.text.startsWith('](', mark.start - 2);
      const edits = isTarget || mark.inner === null ? [] : nameEdits(file.text, mark, mark.inner);
      const fix = edits[0] === undefined ? undefined : `Write ${shorten(edits[0].text)}`;
      return { message: 'This URL has no name. The format is [name](url).', fix, edits };
    }),
});

export const bareUrlExample: RuleExample = {
  why: 'Items are [name](url). Without a name, common parsers drop the link or reject the file.',
  before: '- Guide: https://example.com/guide.md\n',
  after: '- [Guide](https://example.com/guide.md)\n',
};
