import { domainSchema, toRecord } from '../directory/record.ts';
import { componentsSchema } from '../directory/state.ts';
import type { Store } from '../store/store.ts';
import { domainInput } from './domain-input.ts';
import { RECORD } from './http-route.ts';
import { defineOperation } from './operation.ts';
import { type DomainRules, parseDomainParam } from './parse-domain-param.ts';
import { unknownDomain } from './unknown-domain.ts';

/** The record and, as the page shows them, the components of its authority. */
export const pageSchema = domainSchema.extend({
  components: componentsSchema.describe('Components of the authority, 0–100 each, null when unknown.'),
});

interface Needs extends DomainRules {
  readonly store: Pick<Store, 'getDetail'>;
}

export const getPage = defineOperation({
  name: 'getPage',
  summary: 'Read the page of one domain as data.',
  description:
    'The record of a domain together with the components of its authority: reach, trust, quality, freshness.',
  access: 'public',
  input: domainInput,
  output: pageSchema,
  http: {
    method: 'GET',
    path: '/domain/{domain}',
    quota: 'read',
    freshness: RECORD,
    countsLookup: true,
    alsoAs: ['text/html', 'text/markdown'],
    success: { 200: 'The page of the domain, in the representation that `Accept` asks for.' },
    errors: ['domain.invalid', 'domain.unknown', 'store.unavailable'],
  },
  run: async (needs: Needs, input) => {
    const domain = parseDomainParam(input.domain, 'name', needs);
    const detail = await needs.store.getDetail(domain);
    if (!detail) throw unknownDomain(domain, needs.baseUrl);
    return { ...toRecord(detail.facts, needs.baseUrl), components: detail.components };
  },
});
