import { defineRule } from '../reporting/define-rule.ts';
import { headingSpan } from '../reporting/locate.ts';
import { shorten } from '../reporting/shorten.ts';
import type { TextEdit } from '../types/finding.ts';
import type { RuleExample } from '../types/rule.ts';

const OPTIONAL = /^optional(?:\s+(?:links|resources|reading))?\s*:?$/i;

/** Only where nothing but the case differs: other words are the author's. */
function rename(text: string, start: number, title: string): readonly TextEdit[] {
  if (title.toLowerCase() !== 'optional') return [];
  const at = text.indexOf(title, start);
  return at < 0 || at > start + 20 ? [] : [{ start: at, end: at + title.length, text: 'Optional' }];
}

export const optionalSpelling = defineRule({
  id: 'optional-spelling',
  title: 'Misspelled Optional section',
  severity: 'info',
  source: 'parser',
  fix: 'Write the heading as "## Optional".',
  reads: 'text',
  *check(file) {
    for (const { title, level, span } of file.document.sections) {
      if (title === 'Optional' ? level === 2 : !OPTIONAL.test(title)) continue;
      const message = `Agents skip only a section named exactly "## Optional", not "${shorten(title)}".`;
      yield { at: headingSpan(span), message, edits: level === 2 ? rename(file.text, span.start, title) : [] };
    }
  },
});

export const optionalSpellingExample: RuleExample = {
  why: 'Agents may skip the section named exactly "Optional". Case matters.',
  before: '## optional\n',
  after: '## Optional\n',
};
