import { type DomainRules, findDomainName } from '../../src/operations/domain-param.ts';
import type { HttpRoute } from '../../src/operations/http-route.ts';
import type { QuotaGroup } from '../../src/operations/quotas.ts';
import type { SiteVisits } from './site-visits.ts';

export interface QuotaRules extends DomainRules {
  readonly visits: Pick<SiteVisits, 'knows'>;
}

/** Returns the quota of a request. A request for a known visit counts as a read, because nothing is visited. */
export function findQuota(
  { quota, visits: kind }: Pick<HttpRoute<unknown>, 'quota' | 'visits'>,
  typed: unknown,
  deps: QuotaRules,
): QuotaGroup {
  if (kind === undefined || typeof typed !== 'string') return quota;
  const domain = findDomainName(typed, 'name-or-url', deps);
  return domain !== null && deps.visits.knows(kind, domain) ? 'read' : quota;
}
