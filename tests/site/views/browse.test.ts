import { describe, expect, it } from 'vitest';
import { LIST_SORTS } from '../../../src/directory/list-sort.ts';
import { TOPICS } from '../../../src/directory/topics.ts';
import { hashOfPlainRow } from '../../../src/site/build/compute-hash.ts';
import { facetPages } from '../../../src/site/build/site-pages.ts';
import { toChoices } from '../../../src/site/content/facets.ts';
import { readListRequest } from '../../../src/site/content/list-request.ts';
import { orderLists } from '../../../src/site/content/ordered-lists.ts';
import { type Row, toFullRow } from '../../../src/site/content/row.ts';
import { browseView } from '../../../src/site/content/views/browse/browse-view.ts';
import { siteIcon } from '../../../src/site/content/views/sites/site-icon.ts';
import { findName, siteView } from '../../../src/site/content/views/sites/site-view.ts';
import { topicsView } from '../../../src/site/content/views/topics/topics-view.ts';
import { toDetail } from '../domain-fixture.ts';

const row = (at: number, changes: Parameters<typeof toDetail>[1] = {}): Row =>
  toFullRow(toDetail(`site${String(at).padStart(4, '0')}.example`, changes));
const FIRST = { page: 1, pages: 1, total: 1, rows: [row(1)] } as const;
const PLAIN = { list: FIRST, facet: null, sort: 'authority', asked: null, choices: [] } as const;

describe('set of list pages', () => {
  const rows = Array.from({ length: 620 }, (_, at) =>
    row(at, {
      facts: { topics: [at < 610 ? 'ai' : 'games'], country: 'DE', tags: ['x'] },
      language: 'de',
      has_markdown: true,
    }),
  );
  const paths = facetPages(orderLists(rows), LIST_SORTS, () => Infinity, hashOfPlainRow).map(({ path }) => path);

  it('covers one facet in each order', () => {
    for (const list of [
      '/topics/games',
      '/browse/country/de',
      '/browse/language/de',
      '/browse/size/small',
      '/browse/llms-full',
      '/browse/markdown',
    ]) {
      expect(paths).toEqual(expect.arrayContaining([list, `${list}/newest`, `${list}/changed`, `${list}/quality`]));
    }
    expect(paths.filter((path) => path.startsWith('/browse/tag/x/newest'))).toEqual([]);
  });

  it('ends early for large lists', () => {
    const listPages = (list: string) =>
      paths.filter((path) => path === list || new RegExp(`^${list}/\\d+$`).test(path)).length;
    expect(listPages('/topics/ai')).toBe(3);
    expect(listPages('/topics/ai/newest')).toBe(1);
    expect(listPages('/browse/country/de')).toBe(3);
    expect(listPages('/browse/tag/x')).toBe(3);
  });
});

describe('a list', () => {
  const asked = { filter: { language: 'is', has_full: true, has_markdown: false }, verified: false };
  const none = { ...FIRST, total: 0, rows: [] };
  const arabic = { facet: { by: 'language', value: 'ar' }, listed: 1 } as const;
  const chosen = (name: string, path: string) => ({ options: [{ name, path, count: null, isChosen: true }] });

  it.each<[what: string, facts: Partial<Parameters<typeof browseView>[0]>, view: object]>([
    [
      'an empty list',
      { list: none },
      {
        lede: '0 listed sites',
        sorts: [],
        empty: expect.stringContaining('Sites appear after their first valid visit'),
        addPath: '/add',
      },
    ],
    [
      'an empty list with filters, which a visitor can remove',
      { list: none, asked },
      {
        empty: 'No listed site has all of this. Leave something out.',
        addPath: null,
        rail: [chosen('With llms-full.txt', '/browse/language/is'), chosen('Icelandic', '/browse/llms-full')],
      },
    ],
    [
      'a page past the end',
      { list: { ...none, page: 9, pages: 2, total: 120 }, asked },
      {
        empty: 'This page is past the end of the list.',
        pager: { previous: expect.stringMatching(/page=2$/) },
        rail: [],
      },
    ],
    ['one site, without useless filters', { choices: [arabic] }, { lede: '1 listed site', sorts: [], rail: [] }],
    [
      'a topic with its description and feed',
      { facet: { by: 'topic', value: 'ai' } },
      {
        heading: 'AI',
        about: expect.stringMatching(/\.$/),
        path: '/topics/ai',
        feed: '/topics/ai/feed.xml',
        isIndexed: true,
      },
    ],
  ])('describes %s', (_, facts, view) => expect(browseView({ ...PLAIN, ...facts })).toMatchObject(view));

  it('shows its sort key', () => {
    const list = { ...FIRST, rows: [row(1, { components: { reach: 1, trust: 1, quality: 77, freshness: 1 } })] };
    expect(browseView({ ...PLAIN, list, sort: 'quality' }).sites[0]?.facts[0]).toEqual({
      text: 'quality 77',
      path: null,
    });
    expect(browseView({ ...PLAIN, list, sort: 'newest' }).sites[0]?.facts[0]?.text).toMatch(/^added /);
    expect(browseView({ ...PLAIN, sort: 'changed' }).path).toBe('/browse/changed');
  });

  it('links from the last built page to rendered pages', () => {
    const facet = { by: 'topic', value: 'ai' } as const;
    const list = { ...FIRST, page: 3, pages: 3, total: 610 };
    expect(browseView({ ...PLAIN, list, facet }).more).toBe('/browse?topic=ai&page=4');
    expect(browseView({ ...PLAIN, list: { ...list, page: 1 }, facet }).more).toBeNull();
    expect(browseView({ ...PLAIN, list: { ...FIRST, total: 101 }, sort: 'newest' }).more).toBe(
      '/browse?sort=newest&page=2',
    );
    expect(browseView(PLAIN).more).toBeNull();
    expect(browseView({ ...PLAIN, list, facet: { by: 'tier', value: 'listed' } }).more).toBe(
      '/browse?tier=listed&page=4',
    );
    expect(browseView({ ...PLAIN, list, facet: { by: 'tag', value: 'x' } }).more).toBe('/browse');
  });

  it('keeps the filter across rendered pages without indexing', () => {
    const filter = { topic: 'ai', language: 'de', has_full: true, has_markdown: true } as const;
    const asked = { filter, verified: true };
    const view = browseView({ ...PLAIN, list: { ...FIRST, pages: 3, total: 250 }, asked, sort: 'newest' });
    expect(view).toMatchObject({
      heading: 'AI, German, With llms-full.txt, With pages in Markdown, Verified',
      isIndexed: false,
    });
    expect(view.pager?.next).toBe(
      '/browse?topic=ai&language=de&has_full=true&has_markdown=true&verified=true&sort=newest&page=2',
    );
    expect(view.sorts.find(({ name }) => name === 'Quality')?.path).toBe(
      '/browse?topic=ai&language=de&has_full=true&has_markdown=true&verified=true&sort=quality',
    );
  });

  it('shows a name once if it repeats the domain', () => {
    const { domain } = row(1, {});
    expect(siteView(row(1, { facts: { title: `www.${domain}` } })).name).toBeNull();
    expect(siteView(row(1, { facts: { title: `About ${domain}` } })).name).toBe(`About ${domain}`);
  });

  it.each([
    ['docs.stripe.com', null, 'S'],
    ['docs.rs', null, 'D'],
    ['xn--bcher-kva.example', 'Bücher', 'B'],
    ['xn--p1b6ci4b4b3a.example', null, '#'],
  ])('marks %s, named %s, with the letter %s', (domain, name, letter) => {
    expect(siteIcon(domain, name).letter).toBe(letter);
  });

  it.each([
    [['Guides', 'SDKs'], 'Guides · SDKs'],
    [['Harbor', 'Docs'], null],
  ])('describes a site without a summary by its sections: %j', (section_names, about) => {
    const facts = { summary: null, description: null, title: 'Harbor' };
    expect(siteView(row(1, { facts, section_names })).about).toBe(about);
  });
});

describe('name of a site in a list', () => {
  it.each([
    ['llms.txt for Harbor.example', null],
    ['harbor.example llms.txt', null],
    ['Harbor — LLMs.txt', 'Harbor'],
    ['llms.txt - Harbor & Sons', 'Harbor & Sons'],
    ['llms.txt', 'llms.txt'],
    ['Guide to llms.txt files', 'Guide to llms.txt files'],
  ])('leaves out the name of the file: %s', (title, name) => {
    expect(findName({ title, domain: 'harbor.example' }, 80)).toBe(name);
  });
});

describe('filter rail of a list', () => {
  const choices = (
    [
      { facet: 'owner', value: 'verified', listed: 4 },
      { facet: 'tier', value: 'listed', listed: 9 },
      { facet: 'tier', value: 'featured', listed: 1 },
      { facet: 'topic', value: 'ai', listed: 2 },
      { facet: 'language', value: 'fr', listed: 2 },
      { facet: 'language', value: 'de', listed: 1_234 },
      { facet: 'has', value: 'full', listed: 3 },
      { facet: 'has', value: 'markdown', listed: 2 },
      { facet: 'has', value: 'something', listed: 2 },
      { facet: 'size', value: 'large', listed: 8 },
      { facet: 'size', value: 'small', listed: 5 },
    ] as const
  ).flatMap(toChoices);
  const railOfList = (changes: Partial<Parameters<typeof browseView>[0]> = {}) =>
    browseView({ ...PLAIN, list: { ...FIRST, total: 9_999 }, choices, ...changes }).rail;

  it('offers existing values with counts, tiers and sizes in their order, others by frequency', () =>
    expect(railOfList().map(({ name, options }) => [name, options.map((one) => `${one.name} ${one.count}`)])).toEqual([
      ['Standing', ['Verified 4', 'Featured 1', 'Not featured 9']],
      ['Topic', ['AI 2']],
      ['File', ['With llms-full.txt 3', 'With pages in Markdown 2', 'Small 5', 'Large 8']],
      ['Language', ['German 1,234', 'French 2']],
    ]));

  it('links a built page for one filter, and a query for several', () => {
    const toPath = (name: string, changes = {}) =>
      railOfList(changes).flatMap(({ options }) => options.flatMap((one) => (one.name === name ? one.path : [])))[0];
    expect(toPath('AI')).toBe('/topics/ai');
    expect(toPath('AI', { sort: 'newest' })).toBe('/topics/ai/newest');
    expect(toPath('Featured', { sort: 'newest' })).toBe('/browse?tier=featured&sort=newest');
    expect(toPath('Verified')).toBe('/browse?verified=true');
    const facet = { by: 'topic', value: 'ai' } as const;
    expect(toPath('French', { facet })).toBe('/browse?topic=ai&language=fr');
    expect(toPath('AI', { facet })).toBe('/browse');
    expect(toPath('Verified', { facet })).toBe('/browse?topic=ai&verified=true');
  });

  it('hides the alternatives of a chosen value, and values after the seventh', () => {
    const facet = { by: 'language', value: 'fr' } as const;
    const languages = ['fr', 'de', 'is', 'da', 'sv', 'fi', 'it', 'pl', 'cs'].flatMap((value) =>
      toChoices({ facet: 'language', value, listed: 1 }),
    );
    const shown = (changes: object) => {
      const [group] = railOfList({ choices: languages, ...changes });
      return [group?.options.length, group?.more.length];
    };
    expect([shown({}), shown({ facet })]).toEqual([
      [7, 2],
      [1, 0],
    ]);
  });
});

it('lists all topics, and links topics with sites', () => {
  const { topics } = topicsView([{ facet: { by: 'topic', value: 'ai' }, listed: 1 }]);
  expect(topics).toHaveLength(TOPICS.length);
  expect(topics.filter(({ path }) => path !== null)).toMatchObject([
    { name: 'AI', path: '/topics/ai', sites: '1 site' },
  ]);
});

describe('a query of the list', () => {
  const read = (query: string) => readListRequest(new URLSearchParams(query));

  it('returns null without a filter', () => {
    for (const query of ['', 'utm_source=x', 'topic=', 'topic=cats', 'sort=authority&page=3', 'has_full=no'])
      expect(read(query)).toBeNull();
  });

  it('ignores unknown values', () => {
    expect(read('topic=ai&language=DE&size=huge&page=x')).toEqual({
      chosen: {
        filter: {
          topic: 'ai',
          language: 'de',
          country: undefined,
          size: undefined,
          generator: undefined,
          tier: undefined,
          has_full: false,
          has_markdown: false,
        },
        verified: false,
      },
      sort: 'authority',
      page: 1,
    });
    expect(read('sort=newest&page=201')).toMatchObject({ sort: 'newest', page: 1 });
    expect(read('verified=1')?.chosen.verified).toBe(true);
    expect(read('has_full=true&country=jp')?.chosen.filter).toMatchObject({
      has_full: true,
      has_markdown: false,
      country: 'JP',
    });
  });
});
