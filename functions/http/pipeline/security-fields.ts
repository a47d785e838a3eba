import { commonSecurityFields, pageSecurityFields } from '../../../src/site/security-policy.ts';
import type { Fields } from './answer.ts';

/** Policy of data answers: no script, frame or fetch. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export interface SecurityFields {
  /** Policy of documents and scripts. Scripts need the policy, because the search worker uses the policy of its script. */
  readonly page: Fields;
  /** Policy of other answers. Other sites embed badges and fetch records. */
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
