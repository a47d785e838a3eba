import { TOPICS } from '../../../../directory/topics.ts';
import { paths } from '../../../../directory/urls.ts';
import type { FacetCount } from '../../facets.ts';
import { countOf, formatCount } from '../../format/numbers.ts';

export function topicsView(counts: readonly FacetCount[]) {
  const listed = new Map(counts.map(({ facet, listed }) => [facet.by === 'topic' ? facet.topic : '', listed]));
  return {
    title: 'Topics',
    description: 'Topics of websites that publish an llms.txt, with the number of listed sites.',
    lede: 'We assign up to two topics to a site, by the words of its llms.txt. If no topic matches clearly, the site has none.',
    topics: TOPICS.map(({ id, name, description }) => {
      const sites = listed.get(id) ?? 0;
      return {
        name,
        description,
        path: sites > 0 ? paths.browseTopic(id, 1) : null,
        count: formatCount(sites),
        sites: countOf(sites, 'site'),
      };
    }),
  };
}
export type TopicsView = ReturnType<typeof topicsView>;
