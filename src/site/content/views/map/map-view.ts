import { formatCount } from '../../../../directory/format-numbers.ts';
import type { CountryCount } from '../../../../directory/survey.ts';
import { worldMap } from '../../../look/charts/world-map.ts';
import { facetPath } from '../../facets.ts';
import { linkPage, renderPage } from '../../format/markdown.ts';
import { countryName } from '../../format/names.ts';

export function mapView(countries: readonly CountryCount[]) {
  const map = worldMap(countries);
  return {
    title: 'Map',
    description: 'Websites that publish an llms.txt by country: valid, listed and verified.',
    lede: `${map.description} The country follows from the top-level domain, the declared locale or the server’s address.`,
    heading: 'Valid sites by country',
    map,
    rows: toRows(countries),
    empty: 'We do not know the country of any site yet.',
    dataPath: '/v1/map',
  };
}

function toRows(countries: readonly CountryCount[]) {
  const isKnown = countries.some(({ country }) => country !== null);
  if (!isKnown) return [];
  return countries
    .toSorted(
      (a, b) =>
        Number(a.country === null) - Number(b.country === null) ||
        b.valid - a.valid ||
        b.listed - a.listed ||
        (toName(a) < toName(b) ? -1 : 1),
    )
    .map((count) => ({
      name: toName(count),
      path: count.country !== null && count.listed > 0 ? facetPath({ by: 'country', value: count.country }, 1) : null,
      isKnown: count.country !== null,
      counts: [count.valid, count.listed, count.verified].map(formatCount),
    }));
}

const toName = ({ country }: CountryCount) => (country === null ? 'No country known' : countryName(country));

export function renderMapMarkdown(view: ReturnType<typeof mapView>, baseUrl: string): string {
  const rows = view.rows.map(
    ({ name, path, counts }) => `| ${[linkPage(name, path, baseUrl), ...counts].join(' | ')} |`,
  );
  const table = ['| Country | Valid | Listed | Verified |', '|---|---|---|---|', ...rows];
  return renderPage(view.title, view.lede, rows.length > 0 ? table : view.empty, `As JSON: ${baseUrl}${view.dataPath}`);
}
