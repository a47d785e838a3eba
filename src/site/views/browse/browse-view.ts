import { paths } from '../../../directory/urls.ts';
import { type Facet, facetPath, facetTitle } from '../../facets.ts';
import { countOf } from '../../format/numbers.ts';
import type { ListPage } from '../../lists.ts';
import { siteView } from '../sites/site-view.ts';
import { pager } from './pager.ts';

const ORDER = 'verified first, then by authority.';

/** `facet`: the part of the list; null for all of it. */
export function browseView({ page, pages, total, rows }: ListPage, facet: Facet | null) {
  const pathOf = (number: number) => (facet ? facetPath(facet, number) : paths.browse(number));
  const heading = facet ? facetTitle(facet) : 'Browse';
  return {
    title: page === 1 ? heading : `${heading}, page ${page}`,
    description: `${facet ? heading : 'All listed websites'} that publish an llms.txt: what each is about, its quality and its authority.`,
    path: pathOf(page),
    heading,
    ways: waysToBrowse(facet),
    lede: `${countOf(total, 'listed site')}: ${ORDER}`,
    sites: rows.map(siteView),
    empty: 'Nothing is listed here yet: sites appear after their first valid visit.',
    pager: pager(page, pages, pathOf),
  };
}
export type BrowseView = ReturnType<typeof browseView>;

function waysToBrowse(facet: Facet | null) {
  const isTier = (tier: string) => facet?.by === 'tier' && facet.tier === tier;
  return [
    { name: 'All', path: paths.browse(1), isCurrent: facet === null },
    { name: 'Featured', path: paths.browseTier('featured', 1), isCurrent: isTier('featured') },
    { name: 'Listed', path: paths.browseTier('listed', 1), isCurrent: isTier('listed') },
    { name: 'By tag', path: paths.tags, isCurrent: facet?.by === 'tag' },
    { name: 'By country', path: paths.map, isCurrent: facet?.by === 'country' },
  ];
}
