import { MINUTE_S } from '../../directory/duration.ts';
import { DirectoryError } from '../../directory/errors.ts';
import { domainSchema, toRecord } from '../../directory/record.ts';
import { type DomainRules, domainInput, lookUpTracked, requireOwnedDomain } from '../domain-param.ts';
import { defineOperation } from '../operation.ts';
import { RECRAWL_INTERVAL_S } from '../quotas.ts';
import { SAMPLE_RECORD } from '../samples.ts';
import type { UsesStore } from '../uses-store.ts';

interface Deps extends DomainRules, UsesStore<'takeRecrawl' | 'lookup'> {
  /**
   * Visits a domain now for its owner. Resolves after the record is updated. Rejects with `DirectoryError`
   * site.timeout if the visit takes longer.
   */
  recrawl(domain: string): Promise<void>;
}

export const recrawlSite = defineOperation({
  name: 'recrawlSite',
  summary: 'Visit a domain now.',
  description: `Crawls the domain at once and returns the new record. One definitive failure is enough to change the status. Once per ${RECRAWL_INTERVAL_S / MINUTE_S} minutes.`,
  access: 'owner',
  input: domainInput,
  output: domainSchema,
  example: SAMPLE_RECORD,
  http: {
    method: 'POST',
    path: '/v1/sites/{domain}/recrawl',
    quota: 'read',
    success: { 200: 'The record after the visit.' },
    errors: ['domain.unknown', 'store.unavailable', 'recrawl.too_soon', 'site.timeout'],
  },
  run: async (deps: Deps, input, caller) => {
    const domain = requireOwnedDomain(input.domain, caller, deps);
    const { allowed, retryAfterS } = await deps.store.takeRecrawl(domain, RECRAWL_INTERVAL_S);
    if (!allowed) {
      throw new DirectoryError('recrawl.too_soon', `${domain} can be recrawled again in ${retryAfterS} s.`, {
        retryAfterS,
      });
    }
    await deps.recrawl(domain);
    return toRecord(await lookUpTracked(domain, deps), deps.baseUrl);
  },
});
