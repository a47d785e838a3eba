import type { Rule } from './rule.ts';
import { blocked } from './rules/blocked.ts';
import { emptyBody } from './rules/empty-body.ts';
import { headingSpace } from './rules/heading-space.ts';
import { htmlBody } from './rules/html-body.ts';
import { noSections } from './rules/no-sections.ts';
import { noSummary } from './rules/no-summary.ts';
import { noTitle } from './rules/no-title.ts';
import { notFound } from './rules/not-found.ts';
import { notText } from './rules/not-text.ts';
import { otherFormat } from './rules/other-format.ts';
import { parkedPage } from './rules/parked-page.ts';
import { serverError } from './rules/server-error.ts';
import { severalTitles } from './rules/several-titles.ts';
import { tlsFault } from './rules/tls-fault.ts';

/**
 * Every rule, in the order in which findings are shown: the answer, the shape, the links, the site around, the words.
 */
export const RULES: readonly Rule[] = [
  notFound,
  serverError,
  tlsFault,
  blocked,
  htmlBody,
  emptyBody,
  otherFormat,
  notText,
  parkedPage,
  noTitle,
  severalTitles,
  headingSpace,
  noSummary,
  noSections,
];

/**
 * Names the set of rules that a stored finding came from. A test pins it to the list's ids, severities and texts:
 * whoever changes a rule raises it. Major: a file may become invalid or valid by it; minor: other findings; patch: words.
 */
export const RULESET_VERSION = '1.0.0';
