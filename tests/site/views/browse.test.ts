import { describe, expect, it } from 'vitest';
import { LIST_SORTS } from '../../../src/directory/list-sort.ts';
import { TOPICS } from '../../../src/directory/topics.ts';
import { hashOfPlainRow } from '../../../src/site/build/hash-of.ts';
import { facetPages, listPages } from '../../../src/site/build/site-pages.ts';
import { choiceOf } from '../../../src/site/facets.ts';
import { readListRequest } from '../../../src/site/list-request.ts';
import { orderLists } from '../../../src/site/ordered-lists.ts';
import { renderPageMarkdown } from '../../../src/site/page-markdown.ts';
import { type Row, rowOf } from '../../../src/site/row.ts';
import { browseView } from '../../../src/site/views/browse/browse-view.ts';
import { siteView } from '../../../src/site/views/sites/site-view.ts';
import { topicsView } from '../../../src/site/views/topics/topics-view.ts';
import { detailOf } from '../domain-fixture.ts';

const row = (at: number, changes: Parameters<typeof detailOf>[1] = {}): Row =>
  rowOf(detailOf(`site${String(at).padStart(4, '0')}.example`, changes));
const FIRST = { page: 1, pages: 1, total: 1, rows: [row(1)] } as const;
const PLAIN = { list: FIRST, facet: null, sort: 'authority', filter: null, choices: [] } as const;

describe('pages of lists', () => {
  const rows = Array.from({ length: 620 }, (_, at) =>
    row(at, {
      facts: { topics: [at < 610 ? 'ai' : 'games'], country: 'DE', tags: ['x'] },
      language: 'de',
      has_markdown: true,
    }),
  );
  const paths = facetPages(orderLists(rows), LIST_SORTS, () => Infinity, hashOfPlainRow).map(({ path }) => path);

  it('are there for one facet in each order', () => {
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

  it('end early where visitors would narrow down instead', () => {
    const pagesOf = (list: string) =>
      paths.filter((path) => path === list || new RegExp(`^${list}/\\d+$`).test(path)).length;
    expect(pagesOf('/topics/ai')).toBe(3);
    expect(pagesOf('/topics/ai/newest')).toBe(1);
    expect(pagesOf('/browse/country/de')).toBe(3);
    expect(pagesOf('/browse/tag/x')).toBe(3);
  });

  it('have choices where a list begins', () => {
    const shown = listPages(orderLists(rows), LIST_SORTS, hashOfPlainRow).flatMap(({ path, page }) => {
      const made = page();
      return made.kind === 'browse' ? [[path, made.choices.length > 0]] : [];
    });
    expect(Object.fromEntries(shown)).toMatchObject({ '/browse': true, '/browse/newest': true, '/browse/2': false });
  });
});

describe('a list', () => {
  it('says what it is sorted by', () => {
    const list = { ...FIRST, rows: [row(1, { components: { reach: 1, trust: 1, quality: 77, freshness: 1 } })] };
    expect(browseView({ ...PLAIN, list, sort: 'quality' }).sites[0]?.facts[0]).toEqual({
      text: 'quality 77',
      path: null,
    });
    expect(browseView({ ...PLAIN, list, sort: 'newest' }).sites[0]?.facts[0]?.text).toMatch(/^added /);
    expect(browseView({ ...PLAIN, sort: 'changed' }).path).toBe('/browse/changed');
  });

  it('leads on from where the pages that are built ahead end', () => {
    const facet = { by: 'topic', topic: 'ai' } as const;
    const list = { ...FIRST, page: 3, pages: 3, total: 610 };
    expect(browseView({ ...PLAIN, list, facet }).more).toBe('/browse?topic=ai&page=4');
    expect(browseView({ ...PLAIN, list: { ...list, page: 1 }, facet }).more).toBeNull();
    expect(browseView({ ...PLAIN, list: { ...FIRST, total: 101 }, sort: 'newest' }).more).toBe(
      '/browse?sort=newest&page=2',
    );
    expect(browseView(PLAIN).more).toBeNull();
    expect(browseView({ ...PLAIN, list, facet: { by: 'tier', tier: 'listed' } }).more).toBe('/browse');
  });

  it('of a topic has its description and a feed', () => {
    const view = browseView({ ...PLAIN, facet: { by: 'topic', topic: 'ai' } });
    expect(view).toMatchObject({ heading: 'AI', path: '/topics/ai', feed: '/topics/ai/feed.xml', isIndexed: true });
    expect(view.about).toBe(TOPICS.find(({ id }) => id === 'ai')?.description);
  });

  it('that somebody asks for keeps the filter from page to page and is not indexed', () => {
    const filter = { topic: 'ai', language: 'de', has_full: true, has_markdown: true } as const;
    const view = browseView({ ...PLAIN, list: { ...FIRST, pages: 3, total: 250 }, filter, sort: 'newest' });
    expect(view).toMatchObject({ heading: 'AI, German, With llms-full.txt, With pages in Markdown', isIndexed: false });
    expect(view.pager?.next).toBe('/browse?topic=ai&language=de&has_full=true&has_markdown=true&sort=newest&page=2');
    expect(view.sorts.find(({ name }) => name === 'Quality')?.path).toBe(
      '/browse?topic=ai&language=de&has_full=true&has_markdown=true&sort=quality',
    );
    expect(view.form?.boxes.map(({ isChosen }) => isChosen)).toEqual([true, true]);
  });

  it('offers what there is, the most frequent first', () => {
    const choices = [
      { facet: 'language', value: 'fr', listed: 2 },
      { facet: 'language', value: 'de', listed: 1_234 },
      { facet: 'has', value: 'full', listed: 3 },
      { facet: 'has', value: 'markdown', listed: 2 },
      { facet: 'has', value: 'something', listed: 2 },
    ] as const;
    const form = browseView({ ...PLAIN, choices: choices.flatMap(choiceOf) }).form;
    expect(
      form?.groups.map(({ name, choices: of }) => [name, of.map(({ name: label, count }) => `${label} ${count}`)]),
    ).toEqual([
      ['Languages', ['German 1,234', 'French 2']],
      ['Files', ['With llms-full.txt 3', 'With pages in Markdown 2']],
    ]);
  });

  it('keeps a choice in the form that no site has', () => {
    const choices = choiceOf({ facet: 'language', value: 'fr', listed: 2 });
    const form = browseView({
      ...PLAIN,
      choices,
      filter: { language: 'is', country: 'DE', has_full: false, has_markdown: false },
    }).form;
    const chosen = form?.fields.flatMap(({ options }) => options.filter(({ isChosen }) => isChosen));
    expect(chosen?.map(({ label }) => label)).toEqual(['Icelandic (0)', 'Germany (0)']);
    expect(form?.groups.map(({ name }) => name)).toEqual(['Languages']);
  });

  it('that nothing is in has no order, and no topics before it', () => {
    const choices = choiceOf({ facet: 'topic', value: 'ai', listed: 2 });
    const filter = { language: 'is', has_full: false, has_markdown: false };
    const view = browseView({ ...PLAIN, list: { ...FIRST, total: 0, rows: [] }, choices, filter });
    expect(view).toMatchObject({ lede: '0 listed sites', sorts: [], form: { topics: [] } });
    expect(view.form?.groups).toMatchObject([{ name: 'Topics', choices: [{ name: 'AI' }] }]);
    expect(browseView({ ...PLAIN, choices }).form).toMatchObject({ topics: [{ name: 'AI' }], groups: [] });
  });

  it('shows sections of a site that says nothing of itself', () => {
    const section_names = ['Guides', 'SDKs'];
    const silent = row(1, { facts: { summary: null, description: null }, section_names });
    expect(siteView(silent).about).toBe('Guides · SDKs');
    expect(siteView(row(1, { section_names })).about).toContain('Tide tables');
  });
});

describe('topics', () => {
  it('are all on one page, linked where a site has them', () => {
    const view = topicsView([{ facet: { by: 'topic', topic: 'ai' }, listed: 1 }]);
    expect(view.topics).toHaveLength(TOPICS.length);
    expect(view.topics.filter(({ path }) => path !== null)).toMatchObject([
      { name: 'AI', path: '/topics/ai', sites: '1 site' },
    ]);
    const page = { kind: 'topics', counts: [] } as const;
    expect(renderPageMarkdown(page, { name: 'x', baseUrl: 'https://x.example' })).toContain('- AI: 0 sites. ');
  });
});

describe('a query of the list', () => {
  const read = (query: string) => readListRequest(new URLSearchParams(query));

  it('asks for nothing new where it names no filter', () => {
    for (const query of ['', 'utm_source=x', 'topic=', 'topic=cats', 'sort=authority&page=3', 'has_full=no'])
      expect(read(query)).toBeNull();
  });

  it('is read as far as it can be understood', () => {
    expect(read('topic=ai&language=DE&size=huge&page=x')).toEqual({
      filter: {
        topic: 'ai',
        language: 'de',
        country: undefined,
        size: undefined,
        has_full: false,
        has_markdown: false,
      },
      sort: 'authority',
      page: 1,
    });
    expect(read('sort=newest&page=201')).toMatchObject({ sort: 'newest', page: 1 });
    expect(read('has_full=true&country=jp')?.filter).toMatchObject({
      has_full: true,
      has_markdown: false,
      country: 'JP',
    });
  });
});
