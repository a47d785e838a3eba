import { formatCount, formatQuantity } from '../../../../directory/format-numbers.ts';
import { TOPICS } from '../../../../directory/topics.ts';
import { type FacetCount, facetPath } from '../../facets.ts';
import { linkPage, renderPage } from '../../format/markdown.ts';

export function topicsView(counts: readonly FacetCount[]) {
  const listed = new Map(counts.map(({ facet, listed }) => [facetPath(facet, 1), listed]));
  return {
    title: 'Topics',
    description: 'Topics of websites that publish an llms.txt, with the number of listed sites.',
    lede: 'We assign up to two topics to a site, by the words of its llms.txt. If no topic matches clearly, the site has none.',
    topics: TOPICS.map(({ id, name, description }) => {
      const path = facetPath({ by: 'topic', value: id }, 1);
      const sites = listed.get(path) ?? 0;
      return {
        name,
        description,
        path: sites > 0 ? path : null,
        count: formatCount(sites),
        sites: formatQuantity(sites, 'site'),
      };
    }),
  };
}

export function renderTopicsMarkdown({ title, lede, topics }: ReturnType<typeof topicsView>, baseUrl: string): string {
  const items = topics.map(
    ({ name, path, sites, description }) => `- ${linkPage(name, path, baseUrl)}: ${sites}. ${description}`,
  );
  return renderPage(title, lede, items);
}
