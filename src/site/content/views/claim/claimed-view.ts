import type { ProofMethod } from '../../../../directory/proof-methods.ts';
import { paths } from '../../../../directory/urls.ts';

/** Result of a found proof. Only this page shows the key. */
export interface ClaimedFacts {
  readonly domain: string;
  readonly via: ProofMethod;
  readonly key: string;
  readonly badgeHtml: string;
}

const FOUND: Readonly<Record<ProofMethod, string>> = {
  llms_txt: 'the link in its llms.txt',
  dns: 'its DNS record',
  meta: 'the meta element of its homepage',
  well_known: 'its well-known file',
};

export function claimedView({ domain, via, key, badgeHtml }: ClaimedFacts) {
  return {
    domain,
    key,
    badgeHtml,
    title: `${domain} is yours`,
    lede: `We found ${FOUND[via]}. Leave it in place: we look for it on every visit.`,
    domainPath: paths.domain(domain),
  };
}
