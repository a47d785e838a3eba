import { describe, expect, it } from 'vitest';
import type { FoundLink } from '../../../src/directory/link.ts';
import { type Row, toRow } from '../../../src/site/content/row.ts';
import { PAST_THE_END } from '../../../src/site/content/views/browse/pager.ts';
import { exampleQueries } from '../../../src/site/content/views/search/example-queries.ts';
import { highlighterFor } from '../../../src/site/content/views/search/highlight.ts';
import { linkView } from '../../../src/site/content/views/search/link-view.ts';
import { resultsView } from '../../../src/site/content/views/search/results-view.ts';
import { emptySearch, type SearchData } from '../../../src/site/content/views/search/search-data.ts';
import { renderSearchMarkdown, searchView } from '../../../src/site/content/views/search/search-view.ts';
import { withWhy } from '../../../src/site/content/views/search/why-view.ts';
import { siteView } from '../../../src/site/content/views/sites/site-view.ts';
import type { FileMatch } from '../../../src/store/links.ts';
import { toDetail } from '../domain-fixture.ts';

const row = (domain: string) => toRow(toDetail(domain).facts);
const site = (domain: string) => siteView(row(domain));
const LINK: FoundLink = {
  title: 'Berths',
  url: 'https://harbour.example/berths',
  notes: 'Where to lie.',
  section: 'Guides',
  domain: 'harbour.example',
  site: 'Harbour',
  authority: 57,
  verified: false,
};
const found = (changes: Partial<SearchData> = {}): SearchData => ({
  ...emptySearch([]),
  query: 'tides',
  list: { page: 1, pages: 1, total: 1, rows: [row('harbour.example')] },
  ...changes,
});

describe('highlighter of results', () => {
  const marked = (query: string, text: string) =>
    highlighterFor(query)(text)
      .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
      .join('');

  it.each([
    ['tide', 'Tide tables', '[Tide] tables'],
    ['payment', 'Payments for the web', '[Payments] for the web'],
    ['payments', 'A payment, paid', 'A [payment], paid'],
    ['cafe', 'Le Café Noir', 'Le [Café] Noir'],
    ['"tide tables"', 'Open tide tables', 'Open [tide] [tables]'],
    ['tide -tables', 'Open tide tables', 'Open [tide] tables'],
    ['tide or berth', 'Tide and berth for all', '[Tide] and [berth] for all'],
    ['the tide', 'The tide of the sea', 'The [tide] of the sea'],
    ['block chain explorers', 'Blockchain and chains', '[Blockchain] and [chains]'],
    ['c#', 'C, C++ and C# for .NET', 'C, C++ and [C#] for .NET'],
    ['.net', 'docs.example.net for .NET', 'docs.example.net for [.NET]'],
    ['工具', '在线工具大全', '在线[工具]大全'],
    ['tide', 'open-tide-tables.example', 'open-[tide]-tables.example'],
    ['design', 'uplanddesign.com', 'upland[design].com'],
    ['art', 'partners.com', 'partners.com'],
    ['tide', '', ''],
    ['', 'Tide tables', 'Tide tables'],
  ])('marks %s in “%s”', (query, text, expected) => expect(marked(query, text)).toBe(expected));

  it('keeps any text unchanged', () => {
    for (const text of ['<b>tide</b> & "tide"', 'ﬁne ① ㎞ tide', '\u{1f30a} tide\u0301 \ud800 tide']) {
      expect(
        highlighterFor('tide')(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }
  });
});

describe('the count of results', () => {
  const count = (total: number, shown: number, before = 0) => {
    const sites = Array.from({ length: shown }, (_, at) => site(`harbour${at}.example`));
    return resultsView({ query: 'tides', total, before, sites, exact: null, suggestion: null }).count;
  };

  it.each([
    [1, 1, 0, '1 site'],
    [12, 12, 0, '12 sites'],
    [1_204, 20, 0, '1,204 sites, 20 shown'],
    [45, 20, 20, '45 sites, 21 to 40 shown'],
    [45, 5, 40, '45 sites, 41 to 45 shown'],
    [0, 0, 0, 'No sites match “tides”.'],
  ])('formats %s, shown %s after %s: %s', (total, shown, before, expected) =>
    expect(count(total, shown, before)).toBe(expected),
  );
});

describe('page of search results', () => {
  const view = (changes: Partial<Parameters<typeof resultsView>[0]> = {}) =>
    resultsView({ query: 'tides', total: 0, sites: [], exact: null, suggestion: null, ...changes });

  it('shows the site of the name once, above the others', () => {
    const sites = [site('harbour.example'), site('mooring.example')];
    const exact = { domain: 'harbour.example', site: site('harbour.example') };
    const shown = view({ query: 'harbour.example', total: 2, sites, exact });
    expect(shown.exact?.site?.domain).toBe('harbour.example');
    expect(shown.sites.map(({ domain }) => domain)).toEqual(['mooring.example']);
    expect(shown.count).toBe('2 sites');
  });

  it('states that a page is past the end, and links to the last page', () => {
    expect(view({ total: 45 })).toMatchObject({ count: '45 sites', empty: PAST_THE_END });
    const list = { page: 99, pages: 3, total: 45, rows: [] };
    expect(searchView(found({ list })).pager?.previous).toBe('/search?q=tides&page=3');
    const links = { total: 45, totalIsEstimate: false, results: [] };
    expect(searchView(found({ list: null, links, linksPage: 99 })).noPages).toBe(PAST_THE_END);
    const none = { ...links, total: 0 };
    expect(searchView(found({ list: null, links: none, linksPage: 1 })).noPages).toMatch(/^No page in a file matches/);
  });

  const github = { domain: 'github.com', site: null };
  it.each<[what: string, facts: Parameters<typeof view>[0], shown: object]>([
    ['no match', {}, { count: 'No sites match “tides”.', empty: expect.stringMatching(/^Try fewer or other words/) }],
    [
      'no match in a directory without sites',
      { isUnfilled: true },
      { count: 'No sites match “tides”.', empty: expect.stringMatching(/^No site is listed here yet/) },
    ],
    [
      'no match with filters',
      { isFiltered: true },
      { count: 'No sites match “tides” and the filters.', empty: 'Remove a filter.' },
    ],
    [
      'an unlisted domain',
      { exact: github },
      { exact: { ...github, checkPath: '/check?domain=github.com', addPath: '/domain/github.com' }, empty: null },
    ],
  ])('leads on from %s', (_, facts, shown) => expect(view(facts)).toMatchObject(shown));

  it('links to the most frequent topics and to fewer filters if no site matches', () => {
    const counts = (['games', 'ai'] as const).map((value, listed) => ({
      facet: { by: 'topic', value } as const,
      listed,
    }));
    const list = { page: 1, pages: 1, total: 0, rows: [] };
    const chosen = { filter: { has_full: true, has_markdown: false }, verified: false };
    expect(searchView(found({ list, counts, chosen }))).toMatchObject({
      topics: [{ name: 'AI', path: '/topics/ai' }, { path: '/topics/games' }],
      rail: [{ options: [{ name: 'With llms-full.txt', path: '/search?q=tides' }] }],
    });
  });

  it('marks the words of the correction', () => {
    const { highlight } = searchView(found({ query: 'kuberntes', suggestion: 'kubernetes' }));
    expect(highlight('Kubernetes')).toEqual([{ text: 'Kubernetes', isMatch: true }]);
  });

  it('keeps filters across pages', () => {
    const list = { page: 2, pages: 3, total: 45, rows: [row('harbour.example')] };
    const chosen = { filter: { topic: 'ai', has_full: false, has_markdown: false }, verified: true } as const;
    expect(searchView(found({ chosen, list })).pager).toMatchObject({
      previous: '/search?q=tides&topic=ai&verified=true',
      next: '/search?q=tides&topic=ai&verified=true&page=3',
    });
  });

  it('offers filters from the found sites, but none that all of them match', () => {
    const counts = [
      { facet: { by: 'topic', value: 'ai' }, listed: 3 },
      { facet: { by: 'language', value: 'en' }, listed: 4 },
    ] as const;
    const list = { page: 1, pages: 1, total: 4, rows: [row('harbour.example')] };
    expect(searchView(found({ counts, list })).rail).toMatchObject([
      { name: 'Topic', options: [{ name: 'AI', path: '/search?q=tides&topic=ai', count: '3', isChosen: false }] },
    ]);
  });

  it('offers no filters for a domain, because its list has other sites than the counts', () => {
    const counts = [{ facet: { by: 'language', value: 'de' }, listed: 1 }] as const;
    const list = { page: 1, pages: 1, total: 5, rows: [] };
    const exact = { domain: 'harbour.example', row: null };
    expect(searchView(found({ query: 'harbour.example', exact, counts, list })).rail).toEqual([]);
  });

  it('shows tabs with counts and URLs', () => {
    const links = { total: 154, totalIsEstimate: true, results: [LINK] };
    const list = { page: 1, pages: 4, total: 66, rows: [row('harbour.example')] };
    expect(searchView(found({ list, links })).tabs).toEqual([
      { name: 'Sites', path: '/search?q=tides', count: '66', isCurrent: true },
      { name: 'Pages', path: '/search?q=tides&show=pages', count: 'about 154', isCurrent: false },
    ]);
    const full = { ...links, results: Array.from({ length: 20 }, () => LINK) };
    const ofPages = searchView(found({ list: null, links: full, linksPage: 1 }));
    expect(ofPages).toMatchObject({ count: 'About 154 pages, 20 shown', results: null });
    expect(ofPages.pages[0]).toMatchObject({ title: 'Berths' });
    expect(ofPages.pager?.next).toBe('/search?q=tides&show=pages&page=2');
    // An estimate also counts pages that were not read.
    expect(searchView(found({ list: null, links, linksPage: 1 })).pager).toBeNull();
    expect(searchView(found({ list: null, links, linksPage: 2 })).pager?.next).toBeNull();
  });

  it('lists no page above the sites that matches only by the name of a shown site', () => {
    const list = { page: 1, pages: 1, total: 1, rows: [row('harbour.example')] };
    const links = { total: 1, totalIsEstimate: false, results: [LINK] };
    const urls = (changes: Partial<SearchData>) =>
      searchView(found({ list, links, ...changes })).pages.map(({ url }) => url);
    expect(urls({ query: 'harbour' })).toEqual([]);
    expect(urls({ query: 'harbour berths' })).toEqual([LINK.url]);
    expect(urls({ query: 'harbour guides' })).toEqual([LINK.url]);
    expect(urls({ query: 'harbour', list: { ...list, rows: [row('mooring.example')] } })).toEqual([LINK.url]);
  });

  it('lists no page above the sites if the page is the reason of a first site', () => {
    const list = { page: 1, pages: 1, total: 1, rows: [row('harbour.example')] };
    const other = { ...LINK, url: 'https://mooring.example/tides', title: 'Tides', domain: 'mooring.example' };
    const links = { total: 2, totalIsEstimate: false, results: [{ ...LINK, title: 'Tides' }, other] };
    const matches = new Map([['harbour.example', { link: { ...LINK, title: 'Tides' } }]]);
    expect(searchView(found({ list, links })).pages.map(({ url }) => url)).toEqual([LINK.url, other.url]);
    expect(searchView(found({ list, links, matches })).pages.map(({ url }) => url)).toEqual([other.url]);
  });
});

describe('reason of a match', () => {
  const SITE = { ...row('harbour.example'), title: 'Harbour', summary: 'Ships', description: null, tags: [] };
  const LONG = `${'Nothing of interest. '.repeat(20)}The tide comes in twice a day.${' And more.'.repeat(40)}`;
  const link = { title: 'Berths', url: 'https://harbour.example/berths', notes: 'Where to lie.', section: 'Guides' };
  const why = (query: string, match?: FileMatch, changes: Partial<Row> = {}) => {
    const given = { ...SITE, ...changes };
    return withWhy(siteView(given), given, match, highlighterFor(query)).why;
  };

  const shown = { section: 'Guides', title: 'Berths', url: 'https://harbour.example/berths' };
  it.each<[what: string, query: string, match: FileMatch | undefined, changes: Partial<Row>, why: unknown]>([
    ['the matching link with its section', 'berth', { link }, {}, { link: shown, text: null }],
    ['the link with its notes if the notes match', 'lie', { link }, {}, { link: shown, text: 'Where to lie.' }],
    [
      'a word that the row hides',
      'sailing',
      undefined,
      { tags: ['sea', 'sailing'] },
      { link: null, text: 'sea · sailing' },
    ],
    ['nothing if the row shows the match', 'ships', undefined, {}, undefined],
    ['nothing without a match', 'kettle', { prose: 'Nothing' }, {}, undefined],
    ['no forbidden link', 'berth', { link: { ...link, url: 'javascript:alert(1)' } }, {}, undefined],
  ])('shows %s', (_, query, match, changes, expected) => expect(why(query, match, changes)).toEqual(expected));

  it('shows the words around the match in the file', () => {
    const text = why('tide', { prose: LONG })?.text ?? '';
    expect(text).toMatch(/^… .*The tide comes in twice a day\..*…$/);
    expect(text.length).toBeLessThan(170);
  });

  it('repeats no notes and no prose that the row shows', () => {
    const summary = 'A marina. We let berths by the night to all who sail past, and by the winter to friends.';
    const notes = `${summary} We also sell rope.`;
    const home = { ...link, title: 'Home', section: null };
    expect(why('sail', { link: { ...home, notes } }, { summary })).toBeUndefined();
    expect(why('rope', { link: { ...home, notes } }, { summary })?.link?.title).toBe('Home');
    expect(why('night', { prose: 'A night at our berths.' }, { summary })).toBeUndefined();
  });
});

describe('a link inside a file', () => {
  it('appears with its section and its site', () =>
    expect(linkView(LINK)).toMatchObject({
      section: 'Guides',
      title: 'Berths',
      url: 'https://harbour.example/berths',
      path: '/domain/harbour.example',
    }));

  it('has its URL as the name if its title is empty', () =>
    expect(linkView({ ...LINK, title: '\u200b ' })?.title).toBe(LINK.url));

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/berths', ''])(
    'disappears if a page may not link it: %s',
    (url) => expect(linkView({ ...LINK, url })).toBeNull(),
  );
});

describe('list of example queries', () => {
  const site = (topics: string[], title: string, summary: string | null = null) => ({ topics, title, summary });

  it('contains specific words of frequent topics, each from several sites', () =>
    expect(
      exampleQueries([
        site(['finance'], 'Payments for shops', 'Payments and payroll.'),
        site(['finance'], 'Payroll', 'Online payments.'),
        site(['finance'], 'A bank'),
        site(['data'], 'Web scraping service'),
        site(['data'], 'The platform', 'Web scraping for all.'),
      ]),
    ).toEqual(['payments', 'web scraping']));

  it('prefers words of several sites, even if one site repeats a word, and omits words without a topic', () =>
    expect(
      exampleQueries([
        site(['finance'], 'Bank bank bank'),
        site(['finance'], 'Loans'),
        site(['finance'], 'Ships'),
        site(['data'], 'The platform for web scraping'),
        site(['data'], 'The platform for web scraping'),
      ]),
    ).toEqual(['web scraping', 'loans']));
});

describe('result page in Markdown', () => {
  const markdown = (changes: Partial<SearchData> = {}) =>
    renderSearchMarkdown(searchView(found(changes)), 'https://dir.example');

  it('contains the results of the HTML page', () => {
    const text = markdown({
      suggestion: 'tide',
      links: { total: 1, totalIsEstimate: false, results: [{ ...LINK, section: 'Tides' }] },
    });
    expect(text).toContain('> tides: 1 site');
    expect(text).toContain('Did you mean [tide](https://dir.example/search?q=tide)?');
    expect(text).toContain('- [harbour.example](https://dir.example/domain/harbour.example.md)');
    expect(text).toContain(
      '## In their files\n\n- [Tides › Berths](https://harbour.example/berths), from [harbour.example](https://dir.example/domain/harbour.example.md): Where to lie.',
    );
  });

  it.each(['Tides.', 'Tides'])('ends a sentence of a site with one period: %s', (summary) => {
    const list = { page: 1, pages: 1, total: 1, rows: [{ ...row('harbour.example'), summary, description: null }] };
    const matches = new Map([['harbour.example', { link: LINK }]]);
    expect(markdown({ query: 'berths', list, matches })).toContain(' Tides. In its file: [Guides');
  });

  it('offers steps for an unlisted domain', () =>
    expect(markdown({ exact: { domain: 'github.com', row: null } })).toContain(
      'github.com is not listed: [check it](https://dir.example/check?domain=github.com) or [add it](https://dir.example/domain/github.com).',
    ));
});
