import { attachmentExample } from './rules/attachment.ts';
import { badUrlExample } from './rules/bad-url.ts';
import { bareUrlExample } from './rules/bare-url.ts';
import { blockedExample } from './rules/blocked.ts';
import { breakInSectionExample } from './rules/break-in-section.ts';
import { bulletStyleExample } from './rules/bullet-style.ts';
import { byteOrderMarkExample } from './rules/byte-order-mark.ts';
import { charsetExample } from './rules/charset.ts';
import { contentBeforeTitleExample } from './rules/content-before-title.ts';
import { contentTypeExample } from './rules/content-type.ts';
import { crlfExample } from './rules/crlf.ts';
import { crossDomainRedirectExample } from './rules/cross-domain-redirect.ts';
import { deadExternalLinkExample } from './rules/dead-external-link.ts';
import { deadLinkExample } from './rules/dead-link.ts';
import { deepHeadingExample } from './rules/deep-heading.ts';
import { describedbyWrongExample } from './rules/describedby-wrong.ts';
import { dnsFaultExample } from './rules/dns-fault.ts';
import { duplicateSectionExample } from './rules/duplicate-section.ts';
import { duplicateUrlExample } from './rules/duplicate-url.ts';
import { emptyBodyExample } from './rules/empty-body.ts';
import { emptyLinkExample } from './rules/empty-link.ts';
import { emptySectionExample } from './rules/empty-section.ts';
import { fullFileFaultExample } from './rules/full-file-fault.ts';
import { headingFormExample } from './rules/heading-form.ts';
import { headingInFenceExample } from './rules/heading-in-fence.ts';
import { headingSpaceExample } from './rules/heading-space.ts';
import { htmlBodyExample } from './rules/html-body.ts';
import { insecureLinkExample } from './rules/insecure-link.ts';
import { invisibleCharactersExample } from './rules/invisible-characters.ts';
import { itemWithoutLinkExample } from './rules/item-without-link.ts';
import { linkFormExample } from './rules/link-form.ts';
import { linkOutsideListExample } from './rules/link-outside-list.ts';
import { markdownTwinExample } from './rules/markdown-twin.ts';
import { mojibakeExample } from './rules/mojibake.ts';
import { nestedIndexExample } from './rules/nested-index.ts';
import { nestedListExample } from './rules/nested-list.ts';
import { noAnswerExample } from './rules/no-answer.ts';
import { noDescribedbyExample } from './rules/no-describedby.ts';
import { noMarkdownAlternateExample } from './rules/no-markdown-alternate.ts';
import { noNotesExample } from './rules/no-notes.ts';
import { noSectionsExample } from './rules/no-sections.ts';
import { noSummaryExample } from './rules/no-summary.ts';
import { noTitleExample } from './rules/no-title.ts';
import { noValidatorsExample } from './rules/no-validators.ts';
import { notFoundExample } from './rules/not-found.ts';
import { notTextExample } from './rules/not-text.ts';
import { notesRepeatNameExample } from './rules/notes-repeat-name.ts';
import { notesSeparatorExample } from './rules/notes-separator.ts';
import { optionalSpellingExample } from './rules/optional-spelling.ts';
import { otherFormatExample } from './rules/other-format.ts';
import { otherNameExample } from './rules/other-name.ts';
import { otherStatusExample } from './rules/other-status.ts';
import { outsideScopeExample } from './rules/outside-scope.ts';
import { parenthesisInUrlExample } from './rules/parenthesis-in-url.ts';
import { parkedPageExample } from './rules/parked-page.ts';
import { placeholderExample } from './rules/placeholder.ts';
import { plainHttpExample } from './rules/plain-http.ts';
import { privateTargetExample } from './rules/private-target.ts';
import { rawHtmlExample } from './rules/raw-html.ts';
import { readerInstructionsExample } from './rules/reader-instructions.ts';
import { redirectingLinkExample } from './rules/redirecting-link.ts';
import { relativeUrlExample } from './rules/relative-url.ts';
import { secretLookingExample } from './rules/secret-looking.ts';
import { sectionWithoutLinksExample } from './rules/section-without-links.ts';
import { serverErrorExample } from './rules/server-error.ts';
import { severalLinksExample } from './rules/several-links.ts';
import { severalTitlesExample } from './rules/several-titles.ts';
import { spamTermsExample } from './rules/spam-terms.ts';
import { summaryLinesExample } from './rules/summary-lines.ts';
import { summaryMisplacedExample } from './rules/summary-misplaced.ts';
import { textInSectionExample } from './rules/text-in-section.ts';
import { tlsFaultExample } from './rules/tls-fault.ts';
import { tokenBudgetExample } from './rules/token-budget.ts';
import { tooLargeExample } from './rules/too-large.ts';
import { wholeFileFencedExample } from './rules/whole-file-fenced.ts';
import { wrappedNotesExample } from './rules/wrapped-notes.ts';
import { wwwDiffersExample } from './rules/www-differs.ts';
import type { RuleExample, RuleExplanation } from './types/rule.ts';

const EXAMPLES: Readonly<Record<string, RuleExample>> = {
  attachment: attachmentExample,
  'bad-url': badUrlExample,
  'bare-url': bareUrlExample,
  blocked: blockedExample,
  'break-in-section': breakInSectionExample,
  'bullet-style': bulletStyleExample,
  'byte-order-mark': byteOrderMarkExample,
  charset: charsetExample,
  'content-before-title': contentBeforeTitleExample,
  'content-type': contentTypeExample,
  crlf: crlfExample,
  'cross-domain-redirect': crossDomainRedirectExample,
  'dead-external-link': deadExternalLinkExample,
  'dead-link': deadLinkExample,
  'deep-heading': deepHeadingExample,
  'describedby-wrong': describedbyWrongExample,
  'dns-fault': dnsFaultExample,
  'duplicate-section': duplicateSectionExample,
  'duplicate-url': duplicateUrlExample,
  'empty-body': emptyBodyExample,
  'empty-link': emptyLinkExample,
  'empty-section': emptySectionExample,
  'full-file-fault': fullFileFaultExample,
  'heading-form': headingFormExample,
  'heading-in-fence': headingInFenceExample,
  'heading-space': headingSpaceExample,
  'html-body': htmlBodyExample,
  'insecure-link': insecureLinkExample,
  'invisible-characters': invisibleCharactersExample,
  'item-without-link': itemWithoutLinkExample,
  'link-form': linkFormExample,
  'link-outside-list': linkOutsideListExample,
  'markdown-twin': markdownTwinExample,
  mojibake: mojibakeExample,
  'nested-index': nestedIndexExample,
  'nested-list': nestedListExample,
  'no-answer': noAnswerExample,
  'no-describedby': noDescribedbyExample,
  'no-markdown-alternate': noMarkdownAlternateExample,
  'no-notes': noNotesExample,
  'no-sections': noSectionsExample,
  'no-summary': noSummaryExample,
  'no-title': noTitleExample,
  'no-validators': noValidatorsExample,
  'not-found': notFoundExample,
  'not-text': notTextExample,
  'notes-repeat-name': notesRepeatNameExample,
  'notes-separator': notesSeparatorExample,
  'optional-spelling': optionalSpellingExample,
  'other-format': otherFormatExample,
  'other-name': otherNameExample,
  'other-status': otherStatusExample,
  'outside-scope': outsideScopeExample,
  'parenthesis-in-url': parenthesisInUrlExample,
  'parked-page': parkedPageExample,
  placeholder: placeholderExample,
  'plain-http': plainHttpExample,
  'private-target': privateTargetExample,
  'raw-html': rawHtmlExample,
  'reader-instructions': readerInstructionsExample,
  'redirecting-link': redirectingLinkExample,
  'relative-url': relativeUrlExample,
  'secret-looking': secretLookingExample,
  'section-without-links': sectionWithoutLinksExample,
  'server-error': serverErrorExample,
  'several-links': severalLinksExample,
  'several-titles': severalTitlesExample,
  'spam-terms': spamTermsExample,
  'summary-lines': summaryLinesExample,
  'summary-misplaced': summaryMisplacedExample,
  'text-in-section': textInSectionExample,
  'tls-fault': tlsFaultExample,
  'token-budget': tokenBudgetExample,
  'too-large': tooLargeExample,
  'whole-file-fenced': wholeFileFencedExample,
  'wrapped-notes': wrappedNotesExample,
  'www-differs': wwwDiffersExample,
};

/**
 * Reason and example of a rule, separate from `RULES`, which browsers load. Throws a `RangeError` if no rule has the
 * id.
 */
export function explainRule(id: string): RuleExplanation {
  const example = EXAMPLES[id];
  if (example === undefined) throw new RangeError(`there is no rule ${id}`);
  const { why, before, after } = example;
  return { why, example: { before, after } };
}
