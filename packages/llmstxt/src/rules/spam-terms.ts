import { defineRule } from '../reporting/define-rule.ts';
import { findUses } from '../reporting/find-uses.ts';
import type { Span } from '../types/document.ts';

/** Fewest different terms that count. A few terms may occur in any text. */
const MIN_DIFFERENT = 3;
const MIN_COUNT = 6;
/** A pharmacy or casino uses the terms of its trade. Spam mixes trades, or has terms that no trade uses. */
const TRADES = [
  'viagra|cialis|levitra|tramadol|xanax|phentermine',
  'sportsbook|online casino|casino online|crypto casino|casino bonus|free spins|betting site',
];
const SCHEMES =
  'slot ?gacor|togel|judi online|situs slot|bandar (?:togel|slot)|payday loans?|buy backlinks|pbn links|guest post links|link farm|escorts? service|replica watches|essay writing service';
const TERMS = new RegExp(`\\b(?:${[...TRADES, SCHEMES].join('|')})\\b`.replaceAll(' ', '\\s'), 'gi');

export const spamTerms = defineRule({
  id: 'spam-terms',
  title: 'Spam vocabulary',
  severity: 'warning',
  source: 'convention',
  fix: 'If the site was hacked, remove the spam. If this is the real business, describe it in plain words.',
  reads: 'answer',
  check({ kind, decoded, pageText }) {
    if (decoded === null || (kind !== 'llms' && kind !== 'html')) return [];
    // Use the visible text of a web page, because titles and metadata repeat terms.
    const text = kind === 'html' ? pageText : decoded.text;
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
