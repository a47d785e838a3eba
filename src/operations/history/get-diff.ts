import { cutText } from '#llmstxt';
import {
  type BriefComparison,
  briefComparisonSchema,
  type Comparison,
  comparisonSchema,
  MAX_BRIEF_CHANGES,
} from '../../directory/version.ts';
import { renderComparisonText } from '../../site/content/views/sites/versions-text.ts';
import { MAX_CHANGE_CHARACTERS, type UsesTexts } from '../check/text-work.ts';
import { type DomainRules, domainInput, lookUpTracked } from '../domain-param.ts';
import { LIST } from '../http-route.ts';
import { defineOperation } from '../operation.ts';
import { computeReads } from '../quotas.ts';
import { SAMPLE_CHANGE } from '../samples.ts';
import { READS_DIRECTORY } from '../tool.ts';
import type { UsesStore } from '../uses-store.ts';
import { findText, versionNumber } from './version-param.ts';

export const getDiff = defineOperation({
  name: 'getDiff',
  summary: 'Compare two versions of a site’s llms.txt.',
  description: `Lists the changes between two versions of a listed site’s llms.txt: title, summary and details, and sections and links that were added, removed, renamed or moved. Without numbers, compares the last two versions. Ignores formatting. The site wrote the texts. Each text has at most ${MAX_CHANGE_CHARACTERS} characters.`,
  access: 'public',
  input: domainInput.extend({
    from: versionNumber
      .optional()
      .describe('Number of the first version, as in `getHistory`. Default: the version before `to`.')
      .meta({ examples: [1] }),
    to: versionNumber
      .optional()
      .describe('Number of the other version. Default: the latest version.')
      .meta({ examples: [2] }),
  }),
  output: comparisonSchema,
  example: {
    domain: 'example.com',
    from: 1,
    to: 2,
    total: 1,
    changes: [SAMPLE_CHANGE],
  },
  http: {
    method: 'GET',
    path: '/v1/domain/{domain}/diff',
    quota: 'read',
    freshness: LIST,
    success: { 200: 'The changes.' },
    errors: ['domain.unknown', 'text.unavailable', 'store.unavailable', 'service.busy'],
  },
  tool: {
    name: 'compare_versions',
    title: 'Changes of a site’s llms.txt',
    advice: 'list_versions returns the numbers.',
    annotations: READS_DIRECTORY,
    brief: { schema: briefComparisonSchema, from: toBriefComparison },
    text: renderComparisonText,
  },
  run: async (
    deps: DomainRules & UsesStore<'lookup' | 'listVersions' | 'readVersions'> & UsesTexts,
    { domain: name, ...asked },
    { network, takeReads },
  ) => {
    const { domain } = await lookUpTracked(name, deps);
    const to = asked.to ?? (await latestVersion(domain, deps));
    const from = asked.from ?? Math.max(1, to - 1);
    const texts = await deps.store.readVersions(domain, [from, to]);
    const [before, after] = [findText(texts, from, domain), findText(texts, to, domain)];
    await takeReads(computeReads(before.bytes + after.bytes));
    const { total, changes } = await deps.texts.compare({ before, after }, network);
    return { domain, from, to, total, changes };
  },
});

/** Most characters of a text for a tool. */
const MAX_BRIEF_CHARACTERS = 160;

/** Shortens a comparison for a model, because a rewritten file would exceed the largest answer. */
function toBriefComparison({ changes, ...comparison }: Comparison): BriefComparison {
  const brief = (text: string | null) => text && cutText(text, MAX_BRIEF_CHARACTERS);
  return {
    ...comparison,
    changes: changes.slice(0, MAX_BRIEF_CHANGES).map(({ section, title, notes, before, after, ...change }) => ({
      ...change,
      section: brief(section),
      title: brief(title),
      notes: brief(notes),
      before: brief(before),
      after: brief(after),
    })),
  };
}

/** Returns the number of a site's latest version, or 1 if the site has no versions. */
async function latestVersion(domain: string, { store }: UsesStore<'listVersions'>): Promise<number> {
  const history = await store.listVersions({ domain, page: 1, perPage: 1 });
  return history?.versions[0]?.version ?? 1;
}
