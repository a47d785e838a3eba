import { visibleText } from '../answer/visible-text.ts';
import { defineRule } from '../reporting/define-rule.ts';
import { findUses } from '../reporting/find-uses.ts';
import type { Span } from '../types/document.ts';
import type { RuleExample } from '../types/rule.ts';

/** A word or two may occur in any text; so many of them do not. */
const MIN_DIFFERENT = 3;
const MIN_COUNT = 6;
/** A pharmacy and a casino use the words of their own trade. Spam mixes them, or has words that no trade uses. */
const TRADES = [
  'viagra|cialis|levitra|tramadol|xanax|phentermine',
  'sportsbook|online casino|casino bonus|free spins|betting site',
];
const SCHEMES =
  'slot ?gacor|togel|judi online|situs slot|bandar (?:togel|slot)|casino online|crypto casino|payday loans?|buy backlinks|pbn links|guest post links|link farm|escorts? service|replica watches|essay writing service';
const TERMS = new RegExp(`\\b(?:${[...TRADES, SCHEMES].join('|')})\\b`.replaceAll(' ', '\\s'), 'gi');

export const spamTerms = defineRule({
  id: 'spam-terms',
  title: 'Spam vocabulary',
  severity: 'warning',
  source: 'convention',
  fix: 'If the site was hacked, clean it up. If this is its business, describe it plainly.',
  reads: 'answer',
  check({ kind, decoded }) {
    if (decoded === null || (kind !== 'llms' && kind !== 'html')) return [];
    // Of a web page its words: what stands in titles and data for machines as well would count several times.
    const text = kind === 'html' ? visibleText(decoded.text) : decoded.text;
    const hits = new Map<string, Span>();
    let count = 0;
    for (const at of findUses(text, TERMS)) {
      const term = text.slice(at.start, at.end).toLowerCase().replace(/\s/g, ' ');
      hits.set(term, hits.get(term) ?? at);
      count++;
    }
    const [first] = hits.values();
    const isTrade = TRADES.some((words) => [...hits.keys()].every((term) => words.split('|').includes(term)));
    if (first === undefined || isTrade || hits.size < MIN_DIFFERENT || count < MIN_COUNT) return [];
    const message = `${count} words such as ${[...hits.keys()].slice(0, 3).join(', ')} look like spam.`;
    return [{ at: kind === 'html' ? null : first, message }];
  },
});

export const spamTermsExample: RuleExample = {
  why: 'Many terms from gambling, pharmacy or link-selling schemes make agents and directories distrust the site.',
  before: 'slot gacor, togel, casino online, viagra, cialis, free spins, slot gacor\n',
  after: 'A guide to board games.\n',
};
