import { describe, expect, it } from 'vitest';
import { readShowcase } from '../../../src/site/build/read-showcase.ts';
import { type Directory, EMPTY_DIRECTORY } from '../../../src/site/content/lists.ts';
import { orderLists } from '../../../src/site/content/ordered-lists.ts';
import { compareRows, type Row, toFullRow } from '../../../src/site/content/row.ts';
import { toHomeData } from '../../../src/site/content/views/home/home-data.ts';
import { homeView, renderHomeMarkdown } from '../../../src/site/content/views/home/home-view.ts';
import { toDetail } from '../domain-fixture.ts';
import { toStored } from '../to-stored.ts';

const service = { name: 'Directory', baseUrl: 'https://dir.example' };

const row = (domain: string, changes: Partial<Row> = {}): Row => ({ ...toFullRow(toDetail(domain)), ...changes });

function toView(rows: readonly Row[], survey: Partial<Directory['survey']> = {}) {
  const sorted = rows.toSorted(compareRows);
  const directory = { ...EMPTY_DIRECTORY, rows: sorted, survey: { ...EMPTY_DIRECTORY.survey, ...survey } };
  return homeView(toHomeData(directory, orderLists(sorted)), service);
}

describe('list of topics on the home page', () => {
  const travel = ['a', 'b', 'c', 'd'].map((name) => row(`${name}.example`, { topics: ['travel'] }));

  it('counts all sites and shows the best three by authority and quality', () => {
    const rows = travel.map((each, at) => ({ ...each, authority: 40, quality: at * 10 }));
    const [topic] = toView(rows).topics;
    expect(topic).toMatchObject({ path: '/topics/travel', count: '4 sites' });
    expect(topic?.sites.map(({ domain }) => domain)).toEqual(['d.example', 'c.example', 'b.example']);
  });

  it('has the authority of each site as Markdown', () => {
    const rows = travel.map((each) => ({ ...each, authority: 40 }));
    expect(renderHomeMarkdown(toView(rows), service.baseUrl)).toContain(
      '- [a.example](https://dir.example/domain/a.example.md): authority 40',
    );
  });

  it('shows a site of two topics once', () => {
    const both = ['x', 'y', 'z'].map((name) => row(`${name}.example`, { topics: ['travel', 'data'], authority: 90 }));
    const data = ['k', 'l', 'm'].map((name) => row(`${name}.example`, { topics: ['data'] }));
    const shown = toView([...travel, ...both, ...data]).topics.flatMap(({ sites }) =>
      sites.map(({ domain }) => domain),
    );
    expect(shown).toHaveLength(6);
    expect(new Set(shown).size).toBe(6);
  });

  it('becomes a list of sites if no topic has two', () => {
    expect(toView(travel.slice(0, 1))).toMatchObject({ topics: [], best: [{ domain: 'a.example' }] });
  });
});

describe('example file on the home page', () => {
  const links = ['Berths', 'Tides', 'Pilots'].map((title) => ({
    title,
    url: `https://a.example/${title}`,
    notes: 'Notes.',
  }));
  const sections = [
    { title: 'Empty', links: [] },
    { title: 'Guides', links },
  ];
  const preview = { title: 'A', summary: 'S', details: null, sections, bytes: 9, tokens: 3, truncated: false };

  it.each<[what: string, changes: Parameters<typeof toDetail>[1], shown: object | null]>([
    ['is a section of described links', { preview }, { domain: 'a.example', section: { title: 'Guides', links } }],
    ['disappears without a described file', { preview: null }, null],
    ['advertises no bets or tokens', { preview, facts: { topics: ['travel', 'crypto'] } }, null],
  ])('%s', async (_, changes, shown) => {
    const detail = toDetail('a.example', changes);
    const found = await readShowcase({ getDetails: async () => [toStored(detail)] }, [toFullRow(detail)]);
    if (shown === null) expect(found).toBeNull();
    else expect(found).toMatchObject(shown);
  });
});

describe('list of changes on the home page', () => {
  it('shows the newest first, and omits unlisted sites', () => {
    const at = '2026-11-20T00:00:00.000Z';
    const rows = [
      row('new.example', { first_seen: '2026-11-21T00:00:00.000Z', changed_at: '2026-11-21T00:00:05.000Z' }),
      row('changed.example', { first_seen: '2026-01-01T00:00:00.000Z', changed_at: '2026-11-19T00:00:00.000Z' }),
    ];
    const { news } = toView(rows, {
      broken: [{ domain: 'gone.example', status: 'invalid', at }],
      climbers: [{ domain: 'changed.example', from: 40, to: 55 }],
    });
    expect(news.map(({ label, domain, when }) => `${label} ${domain} ${when}`)).toEqual([
      'Added new.example 21 Nov 2026',
      'File changed changed.example 19 Nov 2026',
      'Added changed.example 1 Jan 2026',
      'Authority changed.example 40 to 55',
    ]);
  });
});

describe('the home page of an empty directory', () => {
  it('names no site in its samples, and invites the first site', () => {
    const view = toView([]);
    expect(view.samples[0]?.code).toBe("curl 'https://dir.example/v1/stats'");
    expect(view).toMatchObject({
      picture: { source: { words: '/llms.txt' }, size: '2 sections, 16 links' },
      counts: [],
      topics: [],
      best: [],
      news: [],
    });
    expect(renderHomeMarkdown(view, service.baseUrl)).toContain('[Add your site](https://dir.example/add.md)');
  });
});
