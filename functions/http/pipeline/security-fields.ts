import { commonSecurityFields, pageSecurityFields } from '../../../src/site/security-policy.ts';

/** Policy of data answers: no script, frame or fetch. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export function createSecurityFields(baseUrl: string) {
  return {
    /** Policy of documents and scripts. Scripts need the policy, because the search worker uses the policy of its script. */
    page: pageSecurityFields(baseUrl),
    /** Policy of other answers. Other sites embed badges and fetch records. */
    data: {
      ...commonSecurityFields(baseUrl),
      'content-security-policy': DATA_POLICY,
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
}
