import type { ProofMethod } from '../../../../directory/proof-methods.ts';
import { paths } from '../../../../directory/urls.ts';
import { PROOF_WORDS } from './claim-view.ts';

/** Result of a found proof. Only this page shows the key. */
export interface ClaimedFacts {
  readonly domain: string;
  readonly via: ProofMethod;
  readonly key: string;
  readonly badgeHtml: string;
}

export function claimedView({ domain, via, key, badgeHtml }: ClaimedFacts) {
  return {
    domain,
    key,
    badgeHtml,
    title: `${domain} is yours`,
    lede: `We found ${PROOF_WORDS[via].found}. Leave it in place: we look for it on every visit.`,
    domainPath: paths.domain(domain),
  };
}
