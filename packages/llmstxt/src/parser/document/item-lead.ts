import type { Run } from '../blocks/block-types.ts';
import { GREATER_THAN, isEmphasis, LESS_THAN, OPEN_BRACKET, SPACE } from '../characters.ts';
import { hasLoneBracket, trimLoneBrackets, withWrapper } from '../inline/brackets.ts';
import type { InlineLink, InlineRange, InlineStructure } from '../inline/inline-types.ts';
import { plainText } from '../inline/plain-text.ts';
import { skipResidue } from '../inline/residue.ts';
import { isSeparator } from './separators.ts';

/** Text of an item before its first link. */
export interface Lead {
  /** Text without check box, emphasis and separator. */
  readonly label: string;
  /** True if the link is in bold or italics. */
  readonly isEmphasized: boolean;
  /** Range of the check box with the space after it. */
  readonly checkBox: InlineRange | null;
  /** Start of the name after an unmatched bracket: `[one [ bracket](url)`. */
  readonly nameStart: number | null;
  /** Text that common parsers find in place of the link, or empty. */
  readonly words: string;
  /** False if brackets or letters around a nameless URL are ambiguous. */
  readonly isClear: boolean;
}

export const NO_LEAD: Lead = {
  label: '',
  isEmphasized: false,
  checkBox: null,
  nameStart: null,
  words: '',
  isClear: true,
};

/** Characters allowed before a separate URL. */
const BEFORE = /(?:^|[\s:：|=>–—-])$/;
const AFTER = /^(?:[\s:,;.!?|、。，；：·–—-]|$)/;

const CHECK_BOX = /^\[[ xX✓✔~-]\](?:[ \t]+|$)/;
/** Most blanks checked after a check box. */
const MAX_CHECK_BOX = 40;

/** Reads the text of an item before its first link. */
export function readLead(run: Run, first: InlineLink, structures: readonly InlineStructure[]): Lead {
  const { text, from, to } = run;
  // Most items start with their link.
  if (first.start === from) return AFTER.test(text.charAt(first.end)) ? NO_LEAD : { ...NO_LEAD, isClear: false };
  const boxLength = CHECK_BOX.exec(text.slice(from, Math.min(first.start, from + MAX_CHECK_BOX)))?.[0].length ?? 0;
  const checkBox = boxLength > 0 ? { start: from, end: from + boxLength } : null;
  const start = skipResidue(text, from + boxLength, structures);
  const outer = withWrapper(text, first, start, to);
  const before = text.slice(start, outer.start);
  // A word may precede the parenthesis around a URL: `Guide(https://…)`.
  const isClear = isFree(outer.start < first.start ? `${before} ` : before, text.charAt(outer.end));
  const words = text.slice(start, first.start).trim();
  const lead = { ...NO_LEAD, checkBox, isClear };
  if (words === '') return lead;
  if (/^(?:\*{1,3}|_{1,3})$/.test(words)) return { ...lead, isEmphasized: true };
  const isAround = text.slice(first.end, to).includes('](');
  const isOpened = first.form === 'inline' && before.charCodeAt(0) === OPEN_BRACKET && !isAround;
  if (isOpened && hasLoneBracket(before)) return { ...lead, nameStart: before === '[' ? first.textStart : start + 1 };
  const label = withoutSeparator(plainText(text, start, outer.start, structures));
  return { ...lead, label: trimLoneBrackets(label), words };
}

function isFree(before: string, next: string): boolean {
  return BEFORE.test(before.slice(-1)) && AFTER.test(next) && !before.includes('[') && !hasLoneBracket(before);
}

/** Removes the separator of a label. A regular expression would try every start of a run of marks. */
function withoutSeparator(label: string): string {
  let end = label.length;
  while (end > 0) {
    const code = label.charCodeAt(end - 1);
    if (code > SPACE && !isEmphasis(code) && !isSeparator(code) && !isArrow(code)) break;
    end--;
  }
  return label.slice(0, end).trimEnd();
}

/** Reports whether a character belongs to an arrow, as in `Name = url` and `=> url`. */
function isArrow(code: number): boolean {
  return code >= LESS_THAN && code <= GREATER_THAN;
}
