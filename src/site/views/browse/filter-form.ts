import { type ListFilter, SITE_SIZES } from '../../../directory/list-filter.ts';
import { LIST_SORTS, type ListSort } from '../../../directory/list-sort.ts';
import { type Facet, type FacetCount, facetName, facetPath, facetsOfFilter } from '../../facets.ts';
import { formatCount } from '../../format/numbers.ts';

/** Languages and countries with a link of their own; the form has all. */
const MAX_CHIPS = 12;

/** The orders of lists in a word. */
export const SORT_NAMES: Readonly<Record<ListSort, string>> = {
  authority: 'Authority',
  newest: 'Newest',
  changed: 'Recently changed',
  quality: 'Quality',
};

interface Option {
  readonly value: string;
  readonly name: string;
  readonly label: string;
  readonly isChosen: boolean;
}

interface Choice {
  readonly value: string;
  readonly name: string;
  readonly path: string;
  readonly count: string;
}

/** What a list can be narrowed down by: links to the pages of one facet, and a form for several. */
export function filterForm(counts: readonly FacetCount[], filter: ListFilter | null, sort: ListSort) {
  const topics = choicesOf(counts, 'topic');
  const languages = choicesOf(counts, 'language');
  const countries = choicesOf(counts, 'country');
  const sizes = choicesOf(counts, 'size');
  const generators = choicesOf(counts, 'generator');
  const further = [...choicesOf(counts, 'full'), ...choicesOf(counts, 'markdown')];
  const offered = withChosen(counts, filter);
  const groups = [
    ...(filter === null ? [] : [{ name: 'Topics', choices: topics }]),
    { name: 'Languages', choices: languages.slice(0, MAX_CHIPS) },
    { name: 'Countries', choices: countries.slice(0, MAX_CHIPS) },
    { name: 'Files', choices: [...sizes, ...further] },
    { name: 'Made with', choices: generators.slice(0, MAX_CHIPS) },
  ];
  return {
    // Whoever has chosen already is to see the list: these are among the others then, which are closed.
    topics: filter === null ? topics : [],
    groups: groups.filter(({ choices }) => choices.length > 0),
    fields: [
      field('topic', 'Topic', choicesOf(offered, 'topic'), filter?.topic),
      field('language', 'Language', choicesOf(offered, 'language'), filter?.language),
      field('country', 'Country', choicesOf(offered, 'country'), filter?.country),
      field('size', 'Size of the file', choicesOf(offered, 'size'), filter?.size),
      field('generator', 'Made with', choicesOf(offered, 'generator'), filter?.generator),
    ],
    boxes: [
      { name: 'has_full', label: 'With llms-full.txt', isChosen: filter?.has_full ?? false },
      { name: 'has_markdown', label: 'With pages in Markdown', isChosen: filter?.has_markdown ?? false },
    ],
    sorts: LIST_SORTS.map((order) => ({ value: order, label: SORT_NAMES[order], isChosen: order === sort })),
  };
}
export type FilterForm = ReturnType<typeof filterForm>;

/** A filter as the query of an address. */
export function filterQuery(filter: ListFilter, sort: ListSort, page: number): string {
  const { topic, language, country, size, generator, has_full, has_markdown } = filter;
  const given = Object.entries({ topic, language, country, size, generator }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return new URLSearchParams([
    ...given,
    ...(has_full ? [['has_full', 'true']] : []),
    ...(has_markdown ? [['has_markdown', 'true']] : []),
    ...(sort === 'authority' ? [] : [['sort', sort]]),
    ...(page === 1 ? [] : [['page', String(page)]]),
  ]).toString();
}

/** The choices with what is chosen, of which there may be no site. */
function withChosen(counts: readonly FacetCount[], filter: ListFilter | null): readonly FacetCount[] {
  const known = new Set(counts.map(({ facet }) => facetPath(facet, 1)));
  const chosen = filter === null ? [] : facetsOfFilter(filter);
  const missing = chosen.filter((facet) => !known.has(facetPath(facet, 1)));
  return [...counts, ...missing.map((facet) => ({ facet, listed: 0 }))];
}

const SIZES: readonly string[] = SITE_SIZES.map(({ size }) => size);

/** The most frequent first; sizes in their own order. */
function choicesOf(counts: readonly FacetCount[], by: Facet['by']): Choice[] {
  const found = counts.filter(({ facet }) => facet.by === by);
  const place = ({ facet, listed }: FacetCount) => (by === 'size' ? SIZES.indexOf(chosenBy(facet)) : -listed);
  return found
    .toSorted((a, b) => place(a) - place(b) || (chosenBy(a.facet) < chosenBy(b.facet) ? -1 : 1))
    .map(({ facet, listed }) => ({
      value: chosenBy(facet),
      name: facetName(facet),
      path: facetPath(facet, 1),
      count: formatCount(listed),
    }));
}

function chosenBy(facet: Facet): string {
  if (facet.by === 'topic') return facet.topic;
  if (facet.by === 'language') return facet.language;
  if (facet.by === 'country') return facet.country;
  if (facet.by === 'generator') return facet.generator;
  return facet.by === 'size' ? facet.size : 'true';
}

function field(name: string, label: string, choices: readonly Choice[], chosen: string | undefined) {
  const options = choices.map(
    ({ value, name, count }): Option => ({
      value,
      name,
      label: `${name} (${count})`,
      isChosen: value === chosen,
    }),
  );
  return { name, label, options };
}
