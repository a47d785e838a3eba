import { z } from 'zod';
import { MAX_INPUT_CHARACTERS } from '../../directory/domain-name.ts';
import { DirectoryError, type Violation } from '../../directory/errors.ts';
import { briefLookupsSchema, type Lookups, lookupsSchema, toRecord } from '../../directory/record.ts';
import { COLUMNS, CSV_NOTE } from '../../directory/snapshot-format.ts';
import { toCsvLine } from '../../site/content/format/csv.ts';
import { renderLookupsText } from '../../site/content/views/sites/lookups-text.ts';
import { type DomainRules, parseDomainParam } from '../domain-param.ts';
import { defineOperation } from '../operation.ts';
import { RECORDS_PER_READ } from '../quotas.ts';
import { SAMPLE_RECORD } from '../samples.ts';
import { READS_DIRECTORY } from '../tool.ts';
import type { UsesStore } from '../uses-store.ts';
import { toFoundSite } from './found-site.ts';

/** Most names per request. A thousand records have about 1.5 MB, like a page of the change log. */
const MAX_DOMAINS = 1_000;
/** Most names per call of a tool, because a model reads every record. */
const TOOL_MAX_DOMAINS = 100;

const domainList = (most: number) =>
  z
    .array(
      z
        .string({ error: 'must be a domain name' })
        .max(MAX_INPUT_CHARACTERS, `must have at most ${MAX_INPUT_CHARACTERS.toLocaleString('en-US')} characters`),
      { error: 'must be a list of domain names' },
    )
    .min(1, 'must have at least 1 domain name')
    .max(most, `must have at most ${most.toLocaleString('en-US')} domain names`)
    .describe(`Domain names or http(s) URLs, at most ${most.toLocaleString('en-US')}.`)
    .meta({ examples: [['example.com', 'example.org']] });

export const lookupDomains = defineOperation({
  name: 'lookupDomains',
  summary: 'Look up many domains at once.',
  description: `Returns the records of up to ${MAX_DOMAINS.toLocaleString('en-US')} domains in the order of the request, with null for each domain that the directory does not track. If a name is malformed, the API rejects the request and lists all malformed names. With \`Accept: text/csv\`, the response is a table. Costs one read per ${RECORDS_PER_READ} domains.`,
  access: 'public',
  input: z.strictObject({ domains: domainList(MAX_DOMAINS) }),
  output: lookupsSchema,
  example: { domains: ['example.com', 'example.org'], results: [SAMPLE_RECORD, null] },
  http: {
    method: 'POST',
    path: '/v1/domains/lookup',
    quota: 'read',
    takesBody: true,
    representations: { 'text/csv': { write: toCsv, description: CSV_NOTE } },
    success: { 200: 'A record or null for each domain, in the order of the request.' },
    errors: ['domain.invalid', 'store.unavailable'],
  },
  tool: {
    name: 'lookup_domains',
    title: 'Look up many domains',
    advice:
      'Use it to compare sites, or to find sites with an llms.txt in a list. lookup_domain returns the whole record.',
    annotations: READS_DIRECTORY,
    input: z.strictObject({ domains: domainList(TOOL_MAX_DOMAINS) }),
    brief: {
      schema: briefLookupsSchema,
      from: ({ domains, results }) => ({ domains, results: results.map((record) => record && toFoundSite(record)) }),
    },
    text: renderLookupsText,
  },
  run: async (deps: DomainRules & UsesStore<'lookupAll'>, input, { takeReads }) => {
    const domains = parseDomains(input.domains, deps);
    await takeReads(domains.length / RECORDS_PER_READ);
    const records = await deps.store.lookupAll(domains);
    return { domains, results: records.map((facts) => facts && toRecord(facts, deps.baseUrl)) };
  },
});

/** Returns the canonical names. Throws `DirectoryError` domain.invalid with every malformed name. */
function parseDomains(texts: readonly string[], rules: DomainRules): string[] {
  const violations: Violation[] = [];
  const domains = texts.flatMap((text, i) => {
    try {
      return [parseDomainParam(text, 'name-or-url', rules, `/domains/${i}`)];
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
      violations.push(...error.violations);
      return [];
    }
  });
  const [first] = violations;
  if (!first) return domains;
  throw new DirectoryError('domain.invalid', `Malformed domain names: ${violations.length}. ${first.detail}`, {
    violations,
  });
}

/** Writes the columns of the open data. An untracked domain has only its name. */
function toCsv({ domains, results }: Lookups): string {
  const columns = COLUMNS.map(({ name }) => name);
  const rows = domains.map((domain, i) => {
    const members: Readonly<Record<string, unknown>> = results[i] ?? { domain };
    return toCsvLine(columns.map((name) => members[name]));
  });
  return toCsvLine(columns) + rows.join('');
}
