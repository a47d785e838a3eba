import { paths } from '../../../directory/urls.ts';
import { formatCount } from '../../format/numbers.ts';
import type { Service } from '../../service.ts';
import { exampleLinks } from '../search/search-view.ts';
import { siteView } from '../sites/site-view.ts';
import type { HomeFacts } from './home-facts.ts';

export function homeView({ stats, best, newest, risen, examples }: HomeFacts, { name, baseUrl }: Service) {
  return {
    title: name,
    description:
      'A directory of websites that publish an llms.txt: each is crawled, validated and given an authority score. Free to search, for people and agents.',
    counts: [
      { label: 'domains tracked', value: formatCount(stats.domains_tracked) },
      { label: 'valid llms.txt', value: formatCount(stats.valid_llms_txt) },
      { label: 'listed', value: formatCount(stats.listed) },
      { label: 'verified', value: formatCount(stats.verified) },
      { label: 'with llms-full.txt', value: formatCount(stats.with_llms_full_txt) },
    ],
    examples: exampleLinks(examples),
    best: { heading: 'Highest authority', sites: best.map(siteView), empty: 'No site has a score yet.' },
    newest: {
      heading: 'Newest',
      sites: newest.map(siteView),
      empty: 'No site is listed yet. Look one up above to add it.',
    },
    risenHeading: 'Biggest climbers of the last 30 days',
    risen: risen.map(({ row, from }) => ({
      domain: row.domain,
      path: paths.domain(row.domain),
      change: `${from} to ${row.authority}`,
      gain: `+${(row.authority ?? from) - from}`,
    })),
    samples: [
      {
        heading: 'Search and look up',
        code: `curl '${baseUrl}/v1/search?q=payments'\ncurl ${baseUrl}${paths.lookup('stripe.com')}`,
      },
      {
        heading: 'Use it as an MCP server',
        code: `{ "mcpServers": { "llms-txt": {\n  "url": "${baseUrl}${paths.mcp}"\n} } }`,
      },
    ],
    visitedAt: stats.last_checked,
  };
}
export type HomeView = ReturnType<typeof homeView>;
