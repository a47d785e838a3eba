import { isFormattingTag } from '../parser/inline/formatting-tags.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';

/** Matches a tag with an attribute, or a closing JSX tag. `List<String>` is a type, and `<id>` stands for a value. */
const ELEMENT = /^<(?:\w[\w.-]*\s+[\w-]+=|\/[A-Z])/;

export const rawHtml = defineRule({
  id: 'raw-html',
  title: 'HTML in the text',
  severity: 'warning',
  source: 'convention',
  fix: 'Write it as Markdown.',
  *check(file) {
    yield* reportMarks(file, 'html', ({ value }) =>
      value.startsWith('<!--')
        ? { message: 'This comment has no end and hides the rest of the file.', fix: 'Write "-->" after the comment.' }
        : { message: `This is a block of HTML (${shorten(value)}>). Agents do not read links in HTML.` },
    );
    yield* reportMarks(file, 'tag', (mark) =>
      isFormattingTag(mark.value) || ELEMENT.test(mark.value)
        ? { message: `The tag ${shorten(mark.value)} is HTML, not Markdown.` }
        : null,
    );
  },
});
