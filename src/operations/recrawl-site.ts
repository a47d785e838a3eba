import { DirectoryError } from '../directory/errors.ts';
import { domainSchema, toRecord } from '../directory/record.ts';
import type { Store } from '../store/store.ts';
import { domainInput } from './domain-input.ts';
import { OWNER_ERRORS } from './http-route.ts';
import { defineOperation } from './operation.ts';
import type { DomainRules } from './parse-domain-param.ts';
import { requireOwnedDomain } from './require-owned-domain.ts';
import { unknownDomain } from './unknown-domain.ts';

interface Needs extends DomainRules {
  readonly store: Pick<Store, 'takeRecrawl' | 'lookup'>;
  /** Visits a domain now, as its owner's wish; the record is current when it resolves. Rejects with `DirectoryError` site.timeout while the visit goes on. */
  recrawl(domain: string): Promise<void>;
}

export const recrawlSite = defineOperation({
  name: 'recrawlSite',
  summary: 'Visit a domain now.',
  description:
    'Crawls the domain at once and answers the new record. A definitive result counts without a second look. Once per 10 minutes.',
  access: 'owner',
  input: domainInput,
  output: domainSchema,
  http: {
    method: 'POST',
    path: '/v1/sites/{domain}/recrawl',
    quota: 'read',
    success: { 200: 'The record after the visit.' },
    errors: [...OWNER_ERRORS, 'recrawl.too_soon', 'site.timeout'],
  },
  run: async (needs: Needs, input, caller) => {
    const domain = requireOwnedDomain(input.domain, caller, needs);
    const { allowed, retryAfterS } = await needs.store.takeRecrawl(domain);
    if (!allowed) {
      throw new DirectoryError('recrawl.too_soon', `${domain} can be recrawled again in ${retryAfterS} s.`, {
        retryAfterS,
      });
    }
    await needs.recrawl(domain);
    const facts = await needs.store.lookup(domain);
    if (!facts) throw unknownDomain(domain, needs.baseUrl);
    return toRecord(facts, needs.baseUrl);
  },
});
