import { briefHistorySchema, type History, historySchema } from '../../directory/version.ts';
import { renderHistoryText } from '../../site/content/views/sites/versions-text.ts';
import { type DomainRules, domainInput, parseDomainParam, requireTracked } from '../domain-param.ts';
import { LIST } from '../http-route.ts';
import { defineOperation } from '../operation.ts';
import { SAMPLE_CHANGE } from '../samples.ts';
import { DEEPEST_PAGE, pageNumber } from '../search/listing.ts';
import { READS_DIRECTORY } from '../tool.ts';
import type { UsesStore } from '../uses-store.ts';

const VERSIONS_PER_PAGE = 50;

export const getHistory = defineOperation({
  name: 'getHistory',
  summary: 'List the versions of a site’s llms.txt.',
  description:
    'Lists all published versions of a site’s llms.txt. Texts that differ only in a byte-order mark, line ends or spaces are the same version. If an earlier text returns after another text, it is a new version. Rejected sites have no versions here.',
  access: 'public',
  input: domainInput.extend({ page: pageNumber.describe('Page number.') }),
  output: historySchema,
  example: {
    domain: 'example.com',
    page: 1,
    per_page: VERSIONS_PER_PAGE,
    total: 2,
    versions: [
      {
        version: 2,
        hash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
        first_seen: '2026-11-12T10:00:00.000Z',
        last_seen: '2026-11-20T10:00:00.000Z',
        bytes: 2_318,
        tokens: 610,
        title: 'Example',
        sections: 4,
        links: 31,
        status: 'valid',
        quality: 74,
        has_text: true,
        changes: {
          total: 1,
          kinds: [{ kind: 'link-moved', count: 1 }],
          first: [SAMPLE_CHANGE],
        },
      },
    ],
  },
  http: {
    method: 'GET',
    path: '/v1/domain/{domain}/history',
    quota: 'read',
    freshness: LIST,
    success: { 200: 'A page of versions, latest first.' },
    errors: ['domain.unknown', 'store.unavailable'],
  },
  tool: {
    name: 'list_versions',
    title: 'Versions of a site’s llms.txt',
    advice: 'compare_versions lists the changes between two versions.',
    annotations: READS_DIRECTORY,
    brief: { schema: briefHistorySchema, from: (history: History) => history },
    text: renderHistoryText,
  },
  run: async (deps: DomainRules & UsesStore<'listVersions'>, { domain: name, page }) => {
    const domain = parseDomainParam(name, 'name', deps);
    const query = { domain, page: Math.min(page, DEEPEST_PAGE), perPage: VERSIONS_PER_PAGE };
    const { total, versions } = requireTracked(await deps.store.listVersions(query), domain, deps);
    return { domain, page, per_page: VERSIONS_PER_PAGE, total, versions };
  },
});
