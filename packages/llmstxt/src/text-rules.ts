import { badUrl } from './rules/bad-url.ts';
import { bareUrl } from './rules/bare-url.ts';
import { breakInSection } from './rules/break-in-section.ts';
import { bulletStyle } from './rules/bullet-style.ts';
import { byteOrderMark } from './rules/byte-order-mark.ts';
import { contentBeforeTitle } from './rules/content-before-title.ts';
import { crlf } from './rules/crlf.ts';
import { deepHeading } from './rules/deep-heading.ts';
import { duplicateSection } from './rules/duplicate-section.ts';
import { duplicateUrl } from './rules/duplicate-url.ts';
import { emptyBody } from './rules/empty-body.ts';
import { emptyLink } from './rules/empty-link.ts';
import { emptySection } from './rules/empty-section.ts';
import { headingForm } from './rules/heading-form.ts';
import { headingInFence } from './rules/heading-in-fence.ts';
import { headingSpace } from './rules/heading-space.ts';
import { htmlBody } from './rules/html-body.ts';
import { insecureLink } from './rules/insecure-link.ts';
import { invisibleCharacters } from './rules/invisible-characters.ts';
import { itemWithoutLink } from './rules/item-without-link.ts';
import { linkForm } from './rules/link-form.ts';
import { linkOutsideList } from './rules/link-outside-list.ts';
import { mojibake } from './rules/mojibake.ts';
import { nestedIndex } from './rules/nested-index.ts';
import { nestedList } from './rules/nested-list.ts';
import { noNotes } from './rules/no-notes.ts';
import { noSections } from './rules/no-sections.ts';
import { noSummary } from './rules/no-summary.ts';
import { noTitle } from './rules/no-title.ts';
import { notText } from './rules/not-text.ts';
import { notesRepeatName } from './rules/notes-repeat-name.ts';
import { notesSeparator } from './rules/notes-separator.ts';
import { optionalSpelling } from './rules/optional-spelling.ts';
import { otherFormat } from './rules/other-format.ts';
import { parenthesisInUrl } from './rules/parenthesis-in-url.ts';
import { placeholder } from './rules/placeholder.ts';
import { privateTarget } from './rules/private-target.ts';
import { rawHtml } from './rules/raw-html.ts';
import { readerInstructions } from './rules/reader-instructions.ts';
import { relativeUrl } from './rules/relative-url.ts';
import { secretLooking } from './rules/secret-looking.ts';
import { sectionWithoutLinks } from './rules/section-without-links.ts';
import { severalLinks } from './rules/several-links.ts';
import { severalTitles } from './rules/several-titles.ts';
import { spamTerms } from './rules/spam-terms.ts';
import { summaryLines } from './rules/summary-lines.ts';
import { summaryMisplaced } from './rules/summary-misplaced.ts';
import { textInSection } from './rules/text-in-section.ts';
import { tokenBudget } from './rules/token-budget.ts';
import { tooLarge } from './rules/too-large.ts';
import { wholeFileFenced } from './rules/whole-file-fenced.ts';
import { wrappedNotes } from './rules/wrapped-notes.ts';
import type { Rule } from './types/rule.ts';

export const BODY_RULES: readonly Rule[] = [htmlBody, emptyBody, otherFormat, notText, tooLarge];

export const FORM_RULES: readonly Rule[] = [
  noTitle,
  severalTitles,
  contentBeforeTitle,
  headingSpace,
  headingForm,
  noSummary,
  summaryMisplaced,
  summaryLines,
  deepHeading,
  noSections,
  sectionWithoutLinks,
  emptySection,
  textInSection,
  breakInSection,
  duplicateSection,
  optionalSpelling,
  byteOrderMark,
  crlf,
  headingInFence,
  wholeFileFenced,
  rawHtml,
  mojibake,
  invisibleCharacters,
  itemWithoutLink,
  bareUrl,
  linkOutsideList,
  bulletStyle,
  linkForm,
  notesSeparator,
  wrappedNotes,
  emptyLink,
  badUrl,
  relativeUrl,
  duplicateUrl,
  noNotes,
  notesRepeatName,
  parenthesisInUrl,
  severalLinks,
  nestedList,
  privateTarget,
  insecureLink,
  nestedIndex,
];

export const WORD_RULES: readonly Rule[] = [readerInstructions, spamTerms, placeholder, secretLooking, tokenBudget];

/** Rules that need only a text, in the order of `RULES`. A browser loads only these rules to check typed text. */
export const TEXT_RULES: readonly Rule[] = [...BODY_RULES, ...FORM_RULES, ...WORD_RULES];
