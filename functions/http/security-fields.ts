import { CONTENT_SECURITY_POLICY_HEADER, SPECULATION_RULES_FIELD } from '../../src/site/security-policy.ts';
import type { Fields } from './answer.ts';

/** Nothing in a data answer is ever a document: no script, frame or fetch may come out of it. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
/** A year, as browsers' preload lists ask. */
const HSTS = 'max-age=31536000';

export interface SecurityFields {
  /** For documents, and for scripts: the search runs in a worker, and a worker obeys the policy of its own script. */
  readonly page: Fields;
  /** For everything else: badges and records are made to be embedded and fetched by others. */
  readonly data: Fields;
}

export function createSecurityFields(baseUrl: string): SecurityFields {
  const always: Fields = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': HSTS }),
  };
  return {
    page: {
      ...always,
      'content-security-policy': CONTENT_SECURITY_POLICY_HEADER,
      'speculation-rules': SPECULATION_RULES_FIELD,
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    },
    data: { ...always, 'content-security-policy': DATA_POLICY, 'cross-origin-resource-policy': 'cross-origin' },
  };
}
