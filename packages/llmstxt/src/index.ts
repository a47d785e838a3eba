export { decode } from './answer/decode-body.ts';
export { guessKind } from './answer/detect-body-kind.ts';
export { diff } from './diff.ts';
export { choosePages, MAX_LINKS } from './draft/choose-pages.ts';
export { type DraftPage, type DraftSources, draft } from './draft/draft.ts';
export {
  MAX_PAGE_LINKS,
  type PageFacts,
  type PageLink,
  type PageRegion,
  plainLine,
  resolveHref,
} from './draft/page-facts.ts';
export { isOfSite, pageUrl, type Site, siteOf } from './draft/site-url.ts';
export { applyFixes } from './fixes/apply-fixes.ts';
export { type BodyKind, type Inspectable, type Inspection, inspect } from './lint.ts';
export { parse } from './parser/parse.ts';
export { countBytes } from './parser/text-size.ts';
export { PREVIEW_LIMITS, type Preview, previewOf } from './preview.ts';
export { SEVERITY_WEIGHTS } from './quality/quality.ts';
export { tellCompat } from './readers/describe-readers.ts';
export { compat, type ReaderView } from './readers/simulate-readers.ts';
export { type ReaderSummary, summariseReaders } from './readers/summarize-readers.ts';
export { RULES, RULESET_VERSION } from './rules.ts';
export { type Renderable, render } from './stringify.ts';
export type { Link, LlmsDocument } from './types/document.ts';
export type { FetchFailure, FullFileFacts, HomepageFacts, LinkCheck, ResponseFacts } from './types/facts.ts';
export type { Finding, Severity, TextEdit } from './types/finding.ts';
export type { Rule } from './types/rule.ts';
