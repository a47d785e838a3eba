import { defineRule } from '../reporting/define-rule.ts';
import { reportMarks } from '../reporting/report-marks.ts';
import { shorten } from '../reporting/shorten.ts';

export const severalTitles = defineRule({
  id: 'several-titles',
  title: 'More than one # title',
  severity: 'warning',
  source: 'spec',
  fix: 'Keep one "# " heading and write the others with "## ".',
  marks: ['further-title', 'page-matter'],
  *check(file) {
    const isJoined = file.marks.total('page-matter') > 0;
    yield* reportMarks(file, 'page-matter', () => ({
      message: 'Another page starts here. An llms.txt links to pages, and llms-full.txt contains them.',
      fix: 'Write a list of links to the pages, and publish their text as llms-full.txt.',
    }));
    yield* reportMarks(file, 'further-title', (mark) => ({
      message: `"${shorten(mark.value)}" is another level-one heading. A file has one title.`,
      // An underlined heading may start with # too.
      edits:
        !isJoined && /^#.*$/.test(file.text.slice(mark.start, mark.end))
          ? [{ start: mark.start, end: mark.start, text: '#' }]
          : [],
    }));
  },
});
