import { FAILURE_WORDS, type FetchFailure } from '#llmstxt';
import { paths } from '../../../directory/urls.ts';

/**
 * Texts by rule: rules that make a file invalid, and `blocked`. The texts are repeated here, because the engine is too
 * large for a page.
 */
const RULE_WORDS: Readonly<Record<string, string>> = {
  'html-body': 'the server returns a web page',
  'not-found': 'there is no llms.txt',
  'other-status': 'the server answers with a status other than 200',
  'empty-body': 'the file is empty',
  'not-text': 'the file cannot be read as text',
  'other-format': 'the file is in another format',
  'whole-file-fenced': 'the whole file is in a code fence',
  'no-title': 'the file has no title',
  'parked-page': 'the domain is parked',
  'dead-link': 'many of its links within the site are broken',
  'bad-url': 'most links have an invalid URL',
  'empty-link': 'most links lack a name or a URL',
  'no-answer': 'the server does not answer',
  'server-error': 'the server reports an error',
  blocked: 'the server blocks our crawler',
  'dns-fault': 'the domain name has no public address',
  'tls-fault': 'the certificate is not valid',
};

const FAILURE_RULES: Readonly<Record<FetchFailure, string | null>> = {
  dns: 'dns-fault',
  'refused-address': 'dns-fault',
  'refused-url': null,
  connect: 'no-answer',
  tls: 'tls-fault',
  timeout: 'no-answer',
  reset: 'no-answer',
  protocol: 'no-answer',
  'too-many-redirects': null,
  'bad-redirect': null,
  decoding: null,
  'too-large': 'no-answer',
};

/** Stored reason if a site's robots.txt disallows the file. */
export const FORBIDDEN_BY_ROBOTS = 'robots';

/** Reports whether a stored failure is a refusal of our crawler. */
export function isRefusal(reason: string | null): boolean {
  return reason === FORBIDDEN_BY_ROBOTS || reason === 'blocked';
}

/**
 * Returns the text of a stored failure after a colon, and the path of its rule. The failure is a rule id, a fetch failure, or
 * `robots`.
 */
export function failureWords(reason: string) {
  if (isFetchFailure(reason)) {
    const rule = FAILURE_RULES[reason];
    return { words: FAILURE_WORDS[reason], path: rule && paths.rule(rule) };
  }
  if (reason === FORBIDDEN_BY_ROBOTS) return { words: 'robots.txt keeps our crawler out', path: null };
  const words = RULE_WORDS[reason];
  return words === undefined ? { words: 'the visit failed', path: null } : { words, path: paths.rule(reason) };
}

function isFetchFailure(reason: string): reason is FetchFailure {
  return Object.hasOwn(FAILURE_RULES, reason);
}
