import { CONTENT_SECURITY_POLICY_HEADER } from '../../src/site/security-policy.ts';
import type { Fields } from './answer.ts';

/** Nothing in a data answer is ever a document: no script, frame or fetch may come out of it. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";
/** A year, as browsers' preload lists ask. */
const HSTS = 'max-age=31536000';

/** The fields that every answer of a media type carries. */
export function createSecurityFields(baseUrl: string) {
  const always: Fields = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(baseUrl.startsWith('https:') ? { 'strict-transport-security': HSTS } : {}),
  };
  const page: Fields = {
    ...always,
    'content-security-policy': CONTENT_SECURITY_POLICY_HEADER,
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
  // Badges and records are made to be embedded and fetched by others.
  const data: Fields = {
    ...always,
    'content-security-policy': DATA_POLICY,
    'cross-origin-resource-policy': 'cross-origin',
  };
  // The search runs in a worker, and a worker obeys the policy of its own script.
  const isPage = /^text\/(html|javascript)\b/;
  return (contentType: string | undefined): Fields => (isPage.test(contentType ?? '') ? page : data);
}
