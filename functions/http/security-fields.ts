import { commonSecurityFields, pageSecurityFields } from '../../src/site/security-policy.ts';
import type { Fields } from './answer.ts';

/** Nothing in a data answer is ever a document: no script, frame or fetch may come out of it. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export interface SecurityFields {
  /** For documents, and for scripts: the search runs in a worker, and a worker obeys the policy of its own script. */
  readonly page: Fields;
  /** For everything else: badges and records are made to be embedded and fetched by others. */
  readonly data: Fields;
}

export function createSecurityFields(baseUrl: string): SecurityFields {
  return {
    page: pageSecurityFields(baseUrl),
    data: {
      ...commonSecurityFields(baseUrl),
      'content-security-policy': DATA_POLICY,
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
}
