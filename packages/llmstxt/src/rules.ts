import { attachment } from './rules/attachment.ts';
import { blocked } from './rules/blocked.ts';
import { charset } from './rules/charset.ts';
import { contentType } from './rules/content-type.ts';
import { crossDomainRedirect } from './rules/cross-domain-redirect.ts';
import { deadExternalLink } from './rules/dead-external-link.ts';
import { deadLink } from './rules/dead-link.ts';
import { describedbyWrong } from './rules/describedby-wrong.ts';
import { dnsFault } from './rules/dns-fault.ts';
import { fullFileFault } from './rules/full-file-fault.ts';
import { markdownTwin } from './rules/markdown-twin.ts';
import { noAnswer } from './rules/no-answer.ts';
import { noDescribedby } from './rules/no-describedby.ts';
import { noMarkdownAlternate } from './rules/no-markdown-alternate.ts';
import { noValidators } from './rules/no-validators.ts';
import { notFound } from './rules/not-found.ts';
import { otherName } from './rules/other-name.ts';
import { otherStatus } from './rules/other-status.ts';
import { outsideScope } from './rules/outside-scope.ts';
import { parkedPage } from './rules/parked-page.ts';
import { plainHttp } from './rules/plain-http.ts';
import { redirectingLink } from './rules/redirecting-link.ts';
import { serverError } from './rules/server-error.ts';
import { tlsFault } from './rules/tls-fault.ts';
import { wwwDiffers } from './rules/www-differs.ts';
import { BODY_RULES, FORM_RULES, WORD_RULES } from './text-rules.ts';
import type { Rule } from './types/rule.ts';

const REQUEST_RULES: readonly Rule[] = [notFound, otherStatus, serverError, dnsFault, tlsFault, noAnswer, blocked];

const RESPONSE_RULES: readonly Rule[] = [
  contentType,
  charset,
  crossDomainRedirect,
  attachment,
  noValidators,
  plainHttp,
  otherName,
];

const SITE_RULES: readonly Rule[] = [
  deadLink,
  deadExternalLink,
  redirectingLink,
  markdownTwin,
  outsideScope,
  noDescribedby,
  describedbyWrong,
  noMarkdownAlternate,
  fullFileFault,
  wwwDiffers,
];

/** All rules in display order: response, form, links, site, texts. */
export const RULES: readonly Rule[] = [
  ...REQUEST_RULES,
  ...BODY_RULES,
  parkedPage,
  ...RESPONSE_RULES,
  ...FORM_RULES,
  ...SITE_RULES,
  ...WORD_RULES,
];

/**
 * Version of the rules, stored with findings. A test pins the version to ids, severities and texts. Increase the version with
 * every change of a rule. Major: files may become valid or invalid. Minor: other findings. Patch: wording.
 */
export const RULESET_VERSION = '2.0.0';
