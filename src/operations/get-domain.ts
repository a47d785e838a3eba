import { domainSchema, toRecord } from '../directory/record.ts';
import { renderDomainText } from '../site/views/domain/domain-text.ts';
import type { Store } from '../store/store.ts';
import { domainInput } from './domain-input.ts';
import { RECORD } from './http-route.ts';
import { defineOperation } from './operation.ts';
import { type DomainRules, parseDomainParam } from './parse-domain-param.ts';
import { READS_DIRECTORY } from './tool.ts';
import { unknownDomain } from './unknown-domain.ts';

interface Needs extends DomainRules {
  readonly store: Pick<Store, 'lookup'>;
}

export const getDomain = defineOperation({
  name: 'getDomain',
  summary: 'Look up one domain.',
  description:
    'The record of a domain: status, authority, title, summary, where its llms.txt is, whether it is verified.',
  access: 'public',
  input: domainInput,
  output: domainSchema,
  http: {
    method: 'GET',
    path: '/v1/domain/{domain}',
    quota: 'read',
    freshness: RECORD,
    countsLookup: true,
    success: { 200: 'The record of the domain.' },
    errors: ['domain.invalid', 'domain.unknown', 'store.unavailable'],
  },
  tool: {
    name: 'lookup_domain',
    title: 'Look up a domain',
    advice: 'Use it to learn whether a site publishes an llms.txt and how far to trust the listing.',
    annotations: READS_DIRECTORY,
    text: renderDomainText,
  },
  run: async (needs: Needs, input) => {
    const domain = parseDomainParam(input.domain, 'name', needs);
    const facts = await needs.store.lookup(domain);
    if (!facts) throw unknownDomain(domain, needs.baseUrl);
    return toRecord(facts, needs.baseUrl);
  },
});
