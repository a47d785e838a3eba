import { attachment } from './rules/attachment.ts';
import { badUrl } from './rules/bad-url.ts';
import { bareUrl } from './rules/bare-url.ts';
import { blocked } from './rules/blocked.ts';
import { breakInSection } from './rules/break-in-section.ts';
import { bulletStyle } from './rules/bullet-style.ts';
import { byteOrderMark } from './rules/byte-order-mark.ts';
import { charset } from './rules/charset.ts';
import { contentBeforeTitle } from './rules/content-before-title.ts';
import { contentType } from './rules/content-type.ts';
import { crlf } from './rules/crlf.ts';
import { crossDomainRedirect } from './rules/cross-domain-redirect.ts';
import { deadExternalLink } from './rules/dead-external-link.ts';
import { deadLink } from './rules/dead-link.ts';
import { deepHeading } from './rules/deep-heading.ts';
import { describedbyWrong } from './rules/describedby-wrong.ts';
import { dnsFault } from './rules/dns-fault.ts';
import { duplicateSection } from './rules/duplicate-section.ts';
import { duplicateUrl } from './rules/duplicate-url.ts';
import { emptyBody } from './rules/empty-body.ts';
import { emptyLink } from './rules/empty-link.ts';
import { emptySection } from './rules/empty-section.ts';
import { fullFileFault } from './rules/full-file-fault.ts';
import { headingForm } from './rules/heading-form.ts';
import { headingInFence } from './rules/heading-in-fence.ts';
import { headingSpace } from './rules/heading-space.ts';
import { htmlBody } from './rules/html-body.ts';
import { insecureLink } from './rules/insecure-link.ts';
import { invisibleCharacters } from './rules/invisible-characters.ts';
import { itemWithoutLink } from './rules/item-without-link.ts';
import { linkForm } from './rules/link-form.ts';
import { linkOutsideList } from './rules/link-outside-list.ts';
import { markdownTwin } from './rules/markdown-twin.ts';
import { mojibake } from './rules/mojibake.ts';
import { nestedIndex } from './rules/nested-index.ts';
import { nestedList } from './rules/nested-list.ts';
import { noAnswer } from './rules/no-answer.ts';
import { noDescribedby } from './rules/no-describedby.ts';
import { noMarkdownAlternate } from './rules/no-markdown-alternate.ts';
import { noNotes } from './rules/no-notes.ts';
import { noSections } from './rules/no-sections.ts';
import { noSummary } from './rules/no-summary.ts';
import { noTitle } from './rules/no-title.ts';
import { noValidators } from './rules/no-validators.ts';
import { notFound } from './rules/not-found.ts';
import { notText } from './rules/not-text.ts';
import { notesRepeatName } from './rules/notes-repeat-name.ts';
import { notesSeparator } from './rules/notes-separator.ts';
import { optionalSpelling } from './rules/optional-spelling.ts';
import { otherFormat } from './rules/other-format.ts';
import { otherName } from './rules/other-name.ts';
import { otherStatus } from './rules/other-status.ts';
import { outsideScope } from './rules/outside-scope.ts';
import { parenthesisInUrl } from './rules/parenthesis-in-url.ts';
import { parkedPage } from './rules/parked-page.ts';
import { placeholder } from './rules/placeholder.ts';
import { plainHttp } from './rules/plain-http.ts';
import { privateTarget } from './rules/private-target.ts';
import { rawHtml } from './rules/raw-html.ts';
import { readerInstructions } from './rules/reader-instructions.ts';
import { redirectingLink } from './rules/redirecting-link.ts';
import { relativeUrl } from './rules/relative-url.ts';
import { secretLooking } from './rules/secret-looking.ts';
import { sectionWithoutLinks } from './rules/section-without-links.ts';
import { serverError } from './rules/server-error.ts';
import { severalLinks } from './rules/several-links.ts';
import { severalTitles } from './rules/several-titles.ts';
import { spamTerms } from './rules/spam-terms.ts';
import { summaryLines } from './rules/summary-lines.ts';
import { summaryMisplaced } from './rules/summary-misplaced.ts';
import { textInSection } from './rules/text-in-section.ts';
import { tlsFault } from './rules/tls-fault.ts';
import { tokenBudget } from './rules/token-budget.ts';
import { tooLarge } from './rules/too-large.ts';
import { wholeFileFenced } from './rules/whole-file-fenced.ts';
import { wrappedNotes } from './rules/wrapped-notes.ts';
import { wwwDiffers } from './rules/www-differs.ts';
import type { Rule } from './types/rule.ts';

/**
 * Every rule, in the order in which findings are shown: the answer, the shape, the links, the site around, the words.
 */
export const RULES: readonly Rule[] = [
  notFound,
  otherStatus,
  serverError,
  dnsFault,
  tlsFault,
  noAnswer,
  blocked,
  htmlBody,
  emptyBody,
  otherFormat,
  notText,
  parkedPage,
  contentType,
  charset,
  crossDomainRedirect,
  attachment,
  tooLarge,
  noValidators,
  plainHttp,
  otherName,
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
  deadLink,
  deadExternalLink,
  redirectingLink,
  markdownTwin,
  outsideScope,
  nestedIndex,
  noDescribedby,
  describedbyWrong,
  noMarkdownAlternate,
  fullFileFault,
  wwwDiffers,
  readerInstructions,
  spamTerms,
  placeholder,
  secretLooking,
  tokenBudget,
];

/**
 * Names the set of rules that a stored finding came from. A test pins it to the list's ids, severities and texts:
 * a changed rule raises it. Major: files may become valid or invalid; minor: other findings; patch: words.
 */
export const RULESET_VERSION = '2.0.0';
