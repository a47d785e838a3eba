import { describe, expect, it } from 'vitest';
import { facetPath, listFacets } from '../../src/site/content/facets.ts';
import { countryName } from '../../src/site/content/format/names.ts';
import { toFullRow, toRow } from '../../src/site/content/row.ts';
import { tagSlug } from '../../src/site/content/tag-slug.ts';
import { historyView } from '../../src/site/content/views/domain/history-view.ts';
import { adoptionChart } from '../../src/site/look/charts/adoption-chart.ts';
import { historyChart } from '../../src/site/look/charts/history-chart.ts';
import { classLabel } from '../../src/site/look/charts/size-classes.ts';
import { worldMap } from '../../src/site/look/charts/world-map.ts';
import { WORLD_COLUMNS, WORLD_TILES } from '../../src/site/look/charts/world-tiles.ts';
import { toDetail } from './domain-fixture.ts';

describe('world map', () => {
  it('contains every country once, at a unique place', () => {
    const codes = WORLD_TILES.map(({ country }) => country);
    expect(codes.length).toBe(249);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => countryName(code) === code)).toEqual([]);
    const places = WORLD_TILES.map(({ column, row }) => `${column} ${row}`);
    expect(new Set(places).size).toBe(places.length);
    expect(Math.max(...WORLD_TILES.map(({ column }) => column))).toBe(WORLD_COLUMNS - 1);
  });

  it('colors countries by powers of ten', () => {
    const levels = [0, 1, 2, 9, 10, 99, 100, 1_000, 2_500_000].map((valid) => {
      const { tiles } = worldMap([{ country: 'DE', valid, listed: 0, verified: 0 }]);
      const tile = tiles.find(({ country }) => country === 'DE');
      return `${tile?.level} ${tile?.label}`;
    });
    expect(levels).toEqual(['0 ', '1 1', '2 2', '2 9', '3 10', '3 99', '4 100', '5 1k', '5 2M']);
  });

  it('describes its counts, even without data', () => {
    const counts = [
      { country: 'DE', valid: 2, listed: 1, verified: 0 },
      { country: 'FR', valid: 5, listed: 5, verified: 1 },
      { country: null, valid: 9, listed: 9, verified: 0 },
    ];
    expect(worldMap(counts).description).toBe(
      'Valid sites in 2 countries; France has the most (5). Country unknown for 9.',
    );
    expect(worldMap([]).description).toBe('We do not know the country of any site yet.');
  });
});

describe('a tag in a path', () => {
  it.each([
    ['open data', 'open-data'],
    ['open-data', 'open-data'],
    ['c++', 'c_2b_2b'],
    ['-x', '_2dx'],
    ['a_b', 'a_5fb'],
    ['../../etc', '_2e_2e_2f_2e_2e_2fetc'],
    ['海', '_e6_b5_b7'],
  ])('becomes a slug: %s is %s', (tag, slug) => expect(tagSlug(tag)).toBe(slug));

  it('becomes null if too long for a file name', () => {
    expect(tagSlug('海'.repeat(32))).toBeNull();
    expect(tagSlug('')).toBeNull();
  });
});

describe('set of list facets', () => {
  it('contains all facets in list order, and counts a duplicate tag once', () => {
    const row = (domain: string, facts: Parameters<typeof toDetail>[1]) => toFullRow(toDetail(domain, facts));
    const facets = listFacets([
      row('a.example', {
        facts: { tier: 'featured', country: 'NO', tags: ['x', 'x', 'y z'], topics: [] },
        language: 'nb',
      }),
      row('b.example', {
        facts: { country: null, tags: ['x'], topics: ['ai'], links: 101, llms_full_txt: null },
        language: null,
      }),
    ]);
    expect(facets.map(({ facet, rows }) => [facetPath(facet, 1), rows.map(({ domain }) => domain)])).toEqual([
      ['/browse/tier/featured', ['a.example']],
      ['/browse/tier/listed', ['b.example']],
      ['/topics/ai', ['b.example']],
      ['/browse/country/no', ['a.example']],
      ['/browse/language/nb', ['a.example']],
      ['/browse/size/small', ['a.example']],
      ['/browse/size/large', ['b.example']],
      ['/browse/generator/gitbook', ['a.example', 'b.example']],
      ['/browse/llms-full', ['a.example']],
      ['/browse/tag/x', ['a.example', 'b.example']],
      ['/browse/tag/y-z', ['a.example']],
    ]);
  });

  it('merges a tag with a blank and a hyphen, with the spelling of the first site', () => {
    const rows = ['open data', 'open-data'].map((tag, at) =>
      toRow(toDetail(`site${at}.example`, { facts: { country: null, tags: [tag] } }).facts),
    );
    const tags = listFacets(rows).filter(({ facet }) => facet.by === 'tag');
    expect(tags).toEqual([{ facet: { by: 'tag', value: 'open data' }, rows }]);
  });
});

describe('adoption', () => {
  it('needs two days for a line', () => {
    expect(adoptionChart([])).toBeNull();
    expect(adoptionChart([{ day: '2026-01-01', tracked: 5, valid: 3 }])).toBeNull();
  });

  it('adds up day by day', () => {
    const chart = adoptionChart([
      { day: '2026-01-01', tracked: 5, valid: 3 },
      { day: '2026-01-03', tracked: 5, valid: 1 },
    ]);
    expect(chart?.tracked).toBe('M52 100L634 10');
    expect(chart?.rows.map(({ label }) => label)).toEqual(['0', '5', '10']);
    expect(chart?.description).toBe(
      'From 1 Jan 2026 to 3 Jan 2026 the directory grew from 5 to 10 domains; 4 of them have a valid llms.txt today.',
    );
  });
});

describe('a class of sizes', () => {
  const listClasses = (...bounds: (number | null)[]) => bounds.map((up_to) => ({ up_to, sites: 1 }));
  it.each([
    [0, 'none'],
    [1, '1 to 10'],
    [2, '11 to 1,000'],
    [3, 'more than 1,000'],
  ])('names class %i %s', (at, label) => expect(classLabel(listClasses(0, 10, 1000, null), at, 'links')).toBe(label));

  it('names a class of bytes by its bounds', () => {
    const labels = [0, 1].map((at) => classLabel(listClasses(1000, 4000), at, 'bytes'));
    expect(labels).toEqual(['up to 1 kB', '1 kB to 4 kB']);
  });
});

const point = (day: number, authority: number | null, score_version = 2) => ({
  at: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  status: 'valid',
  authority,
  score_version,
  reach: null,
  trust: null,
  quality: null,
  freshness: null,
});

describe('the score history', () => {
  it.each([
    ['nothing', []],
    ['one score', [point(1, 40)]],
    ['one score among gaps', [point(1, null), point(2, 40), point(3, null)]],
  ])('draws no line for %s', (_, history) => {
    expect(historyChart(history, null)).toBeNull();
  });

  it('draws steps from the first score to the latest visit', () => {
    const chart = historyChart([point(1, 0), point(11, 100)], '2026-01-21T00:00:00.000Z');
    expect(chart?.line).toBe('M30 122H332V8H634');
    expect(chart?.from).toBe('1 Jan 2026');
    expect(chart?.to).toBe('21 Jan 2026');
    expect(chart?.description).toBe('Authority went from 0 to 100; lowest 0, highest 100.');
  });

  it('stays inside its picture for scores of one moment', () => {
    expect(historyChart([point(1, 10), point(1, 90)], null)?.line).not.toMatch(/NaN|Infinity|-/);
  });

  it('marks changes of the formula version', () => {
    const history = [point(1, 70, 1), point(6, 70, 1), point(11, 40), point(12, 41)];
    expect(historyChart(history, '2026-01-21T00:00:00.000Z')?.versions).toEqual([{ x: 332, label: 'version 2' }]);
    expect(historyView(history, null).changes).toEqual([
      'Scores since 11 Jan 2026 use version 2 of the formula, earlier scores use version 1. A step on that day is not a change of the site.',
    ]);
    expect(historyView(toDetail().history, null).changes).toEqual([]);
  });
});
