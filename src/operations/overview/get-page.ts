import { z } from 'zod';
import { agentsSchema } from '../../directory/agent-access.ts';
import { toPageRecord } from '../../directory/page-record.ts';
import { domainSchema } from '../../directory/record.ts';
import { SCORE_VERSION } from '../../directory/scoring/authority.ts';
import { componentsSchema } from '../../directory/state.ts';
import { qualityDetailsSchema } from '../../directory/visit.ts';
import type { UsesTexts } from '../check/text-work.ts';
import { type DomainRules, domainInput, parseDomainParam, requireTracked } from '../domain-param.ts';
import { RECORD } from '../http-route.ts';
import { defineOperation } from '../operation.ts';
import { SAMPLE_AGENTS, SAMPLE_QUALITY, SAMPLE_RECORD } from '../samples.ts';
import type { UsesStore } from '../uses-store.ts';

/** Record with the components of its authority, as on the page. */
export const pageSchema = domainSchema.extend({
  components: componentsSchema.describe('Components of the authority, 0–100 each. Null if unknown.'),
  score_version: z.int().nullable().describe('Version of the formula of authority and components.'),
  quality_details: qualityDetailsSchema.nullable().describe('Parts of the quality.'),
  agents: agentsSchema
    .nullable()
    .describe('Rules of robots.txt for known agents. Null if no visit has read robots.txt. Not part of the score.'),
});

export const getPage = defineOperation({
  name: 'getPage',
  summary: 'Read the page of one domain as data.',
  description: 'Returns the record of a domain with the components of its authority: reach, trust, quality, freshness.',
  access: 'public',
  input: domainInput,
  output: pageSchema,
  example: {
    ...SAMPLE_RECORD,
    components: { reach: 49, trust: 80, quality: SAMPLE_QUALITY.score, freshness: 91 },
    score_version: SCORE_VERSION,
    quality_details: SAMPLE_QUALITY,
    agents: SAMPLE_AGENTS,
  },
  http: {
    method: 'GET',
    path: '/domain/{domain}',
    quota: 'read',
    freshness: RECORD,
    countsLookup: true,
    alsoAs: {
      'text/html': '<!doctype html><title>example.com</title>',
      'text/markdown': '# example.com\n\n- Status: valid\n',
    },
    success: { 200: 'The page of the domain, in the format of `Accept`.' },
    errors: ['domain.unknown', 'store.unavailable'],
  },
  run: async (deps: DomainRules & UsesStore<'getDetail'> & UsesTexts, input, { network }) => {
    const domain = parseDomainParam(input.domain, 'name', deps);
    const stored = requireTracked(await deps.store.getDetail(domain), domain, deps);
    const { quality_details } = await deps.texts.readFile(stored, network);
    return toPageRecord({ ...stored, quality_details }, deps.baseUrl);
  },
});
