import { defineRule } from '../reporting/define-rule.ts';
import { findMatches } from '../reporting/locate.ts';
import type { Span } from '../types/document.ts';

/** A word or two may stand in any text; a habit of them does not. */
const MIN_DIFFERENT = 3;
const MIN_COUNT = 6;
const TERMS =
  /\b(?:slot\s?gacor|togel|judi\sonline|situs\sslot|bandar\s(?:togel|slot)|sportsbook|online\scasino|casino\sonline|crypto\scasino|casino\sbonus|free\sspins|betting\ssite|viagra|cialis|levitra|tramadol|xanax|phentermine|payday\sloans?|buy\sbacklinks|pbn\slinks|guest\spost\slinks|link\sfarm|escorts?\sservice|replica\swatches|essay\swriting\sservice)\b/gi;

export const spamTerms = defineRule({
  id: 'spam-terms',
  title: 'The vocabulary of spam',
  severity: 'warning',
  source: 'convention',
  why: 'Words of gambling, pharmacy and link-selling schemes in number make agents and directories distrust the site.',
  fix: 'If the site was broken into, clean it; if these are its trade, describe it plainly.',
  example: {
    before: 'slot gacor, togel, casino online, viagra, cialis, free spins, slot gacor\n',
    after: 'A guide to board games.\n',
  },
  reads: 'text',
  check(file) {
    const hits = new Map<string, Span>();
    let count = 0;
    for (const at of findMatches(file.text, TERMS)) {
      hits.set(
        file.text.slice(at.start, at.end).toLowerCase(),
        hits.get(file.text.slice(at.start, at.end).toLowerCase()) ?? at,
      );
      count++;
    }
    const [first] = hits.values();
    if (first === undefined || hits.size < MIN_DIFFERENT || count < MIN_COUNT) return [];
    return [{ at: first, message: `${count} words like ${[...hits.keys()].slice(0, 3).join(', ')} look like spam.` }];
  },
});
