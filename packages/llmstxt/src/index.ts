/** Public interface of the package. Offsets and columns are UTF-16 code units. Lines and columns count from 1. */

export { hideCredentials } from './address/credentials.ts';
export { normalizeUrl } from './address/normalize-url.ts';
export { decodeBody } from './answer/decode-body.ts';
export { decodePage } from './answer/decode-page.ts';
export { isSameFile } from './answer/described-by.ts';
export { detectBodyKind, isChallenge } from './answer/detect-body-kind.ts';
export { isParkedPage } from './answer/detect-parked-page.ts';
export { FAILURE_WORDS } from './answer/failure-words.ts';
export { findRefreshUrl } from './answer/find-refresh-url.ts';
export { forbidsIndex } from './answer/forbids-index.ts';
export { mediaType } from './answer/media-type.ts';
export { isBlockedStatus, isGone, isSuccess, isTemporaryStatus } from './answer/status.ts';
export { applySettings, type RuleSettings } from './apply-settings.ts';
export { createPreview, PREVIEW_LIMITS, type Preview, type PreviewLimits } from './create-preview.ts';
export { cutText } from './cut-text.ts';
export { type Change, diff } from './diff/diff.ts';
export { choosePages, type KnownPages, MAX_DRAFT_LINKS, type PageChoice } from './draft/choose-pages.ts';
export { createDraft, type Draft, type DraftPage, type DraftSources } from './draft/create-draft.ts';
export {
  MAX_PAGE_LINKS,
  type PageFacts,
  type PageLink,
  type PageRegion,
  resolveHref,
  toSingleLine,
} from './draft/page-facts.ts';
export { findNameInTitle, siteNameOf } from './draft/page-names.ts';
export { isOnSite, normalizePageUrl, pageKey, type Site, siteFromUrl } from './draft/site-url.ts';
export { applyFixes, type FixOptions } from './fixes/apply-fixes.ts';
export { FREQUENT_WORDS } from './frequent-words.ts';
export { findGenerator, type GeneratorId } from './generator/find-generator.ts';
export { GENERATORS } from './generator/generators.ts';
export { lint } from './lint.ts';
export { lintText } from './lint-text.ts';
export { isMissingName } from './missing-name.ts';
export { unescapeMarkdown } from './parser/inline/entities.ts';
export { type ParseOptions, parse } from './parser/parse.ts';
export { countBytes } from './parser/text-size.ts';
export { QUALITY_CONSTANTS, QUALITY_VERSION, type QualityConstants } from './quality/constants.ts';
export { MAX_COUNTED_PER_RULE, SEVERITY_WEIGHTS } from './quality/parts/form.ts';
export { type QualityBasis, reproduceQuality } from './quality/reproduce-quality.ts';
export { describeReaders } from './readers/describe-readers.ts';
export type { Loss, LossKind } from './readers/losses.ts';
export { type ReaderView, type ReaderViews, simulateReaders } from './readers/simulate-readers.ts';
export { type ReaderSummary, summarizeReaders } from './readers/summarize-readers.ts';
export { countBySeverity, countPlaces } from './reporting/count-places.ts';
export { explainRule } from './rule-examples.ts';
export { RULES, RULESET_VERSION } from './rules.ts';
export { isSiteName } from './site-name.ts';
export { type DocumentContent, stringify } from './stringify.ts';
export type { Link, LinkForm, LinkPlace, LlmsDocument, Section, Span } from './types/document.ts';
export type { FetchFailure, FullFileFacts, HomepageFacts, LinkCheck, ResponseFacts } from './types/facts.ts';
export type { FileMarks, LlmsFile, Mark, MarkKind, Quote } from './types/file.ts';
export type { Finding, RuleSource, Severity, TextEdit } from './types/finding.ts';
export type {
  BodyKind,
  DecodedBody,
  DetectedBody,
  LintInput,
  LintOptions,
  LintResult,
  TextInput,
  UnbrokenRule,
} from './types/lint.ts';
export type { LinksTried, PartId, QualityAssessment, QualityLimit, QualityPart } from './types/quality.ts';
export type {
  AnswerCheck,
  Rule,
  RuleContext,
  RuleExplanation,
  RuleLiteral,
  RuleNeed,
  RuleReport,
  TextCheck,
} from './types/rule.ts';
