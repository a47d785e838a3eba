import { domainSchema, toRecord } from '../../directory/record.ts';
import { renderDomainText } from '../../site/content/views/domain/domain-text.ts';
import { type DomainRules, domainInput, lookUpTracked } from '../domain-param.ts';
import { RECORD } from '../http-route.ts';
import { defineOperation } from '../operation.ts';
import { SAMPLE_RECORD } from '../samples.ts';
import { READS_DIRECTORY } from '../tool.ts';
import type { UsesStore } from '../uses-store.ts';

export const getDomain = defineOperation({
  name: 'getDomain',
  summary: 'Look up one domain.',
  description: 'Returns the record of a domain: status, authority, title, summary, URL of its llms.txt, verification.',
  access: 'public',
  input: domainInput,
  output: domainSchema,
  example: SAMPLE_RECORD,
  http: {
    method: 'GET',
    path: '/v1/domain/{domain}',
    quota: 'read',
    freshness: RECORD,
    countsLookup: true,
    success: { 200: 'The record of the domain.' },
    errors: ['domain.unknown', 'store.unavailable'],
  },
  tool: {
    name: 'lookup_domain',
    title: 'Look up a domain',
    advice: 'Use it to find out if a site publishes an llms.txt, and to see its authority.',
    annotations: READS_DIRECTORY,
    text: renderDomainText,
  },
  run: async (deps: DomainRules & UsesStore<'lookup'>, { domain }) =>
    toRecord(await lookUpTracked(domain, deps), deps.baseUrl),
});
