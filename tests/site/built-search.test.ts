import { describe, expect, it } from 'vitest';
import { type Row, toRow } from '../../src/site/content/row.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { listIndexWords } from './build/index-words.ts';
import { toDetail } from './domain-fixture.ts';
import { openBuiltSearch } from './open-built-search.ts';

const row = (domain: string, facts: Partial<Row> = {}): Row => ({
  ...toRow(toDetail(domain).facts),
  title: null,
  summary: null,
  tags: [],
  authority: 50,
  verified: false,
  ...facts,
});
const text = (words: string) =>
  `# Tides\n\n> When the water comes.\n\n${words}\n\n## Guides\n\n- [Clocks](/clocks): How to wind them\n`;

const rows = [
  row('tide-tables.example', { title: 'Tide tables', summary: 'High water for every port', tags: ['sea'] }),
  row('ports.example', { title: 'Ports', summary: 'Tables of the tide', authority: 90 }),
  row('owned.example', {
    title: 'Owned',
    summary: 'A shop for a table and for the tide',
    verified: true,
    authority: 10,
  }),
  row('museum.example', { title: 'Clock museum', summary: 'Pendulums', tier: 'featured' }),
  row('payments.example', { title: 'Payments', summary: 'Checkout' }),
  row('lawyers.example', { title: 'Lawyers', summary: 'In Oslo' }),
  row('kanji.example', { title: '在线工具', summary: '日本' }),
  row('acme.example', { title: 'Acme', summary: 'Anvils' }),
  row('acme-anvils.test', { title: 'Acme anvils', summary: 'Acme anvils, the best anvils', authority: 90 }),
  row('borrower.example', { title: 'Borrower', summary: 'Nothing' }),
  row('kettles.example', { title: 'Kettles', summary: 'For tea' }),
  row('kitchens.example', { title: 'Kitchens', summary: 'Ovens' }),
  row('camping.example', { title: 'Camping', summary: 'Tents' }),
];
const MANY_WORDS = Array.from({ length: 40 }, (_, at) => `thing${at}`).join(' ');
const texts = new Map([
  ['ports.example', text('We sell barometers.')],
  ['kitchens.example', text(`${MANY_WORDS} and a kettle.`)],
  ['camping.example', text(`${MANY_WORDS} and kettles.`)],
]);

const borrowed = '# Lender\n\n> Hovercraft\n\n- [Hovercraft](https://lender.test/hovercraft)\n';
const words = listIndexWords(rows, ({ domain }) =>
  domain === 'borrower.example' ? { text: borrowed, cross_domain_redirect: true } : { text: texts.get(domain) ?? null },
);
const built = await openBuiltSearch(rows, words);
closeAfterAll(built);

const find = async (query: string, limit = 20) => await built.find(query, limit);
const domains = async (query: string) => (await find(query)).sites.map(({ domain }) => domain);

describe('the search of the index', () => {
  it.each([
    ['a word in another form', 'payment', 'payments.example'],
    ['neighbors that are written as one', 'pay ments', 'payments.example'],
    ['a word of a script without spaces', '工具', 'kanji.example'],
    ['a tag', 'sea', 'tide-tables.example'],
    ['the prose of a file', 'barometer', 'ports.example'],
    ['a name in a file', 'guide', 'ports.example'],
    ['the notes of a link', 'wind', 'ports.example'],
    ['a domain', 'museum.example', 'museum.example'],
    ['an address', 'https://museum.example/rooms', 'museum.example'],
  ])('finds %s', async (_, query, domain) => expect((await domains(query))[0]).toBe(domain));

  it('puts verified sites first, and sorts the others by relevance', async () =>
    expect(await domains('tide table')).toEqual(['owned.example', 'tide-tables.example', 'ports.example']));

  it('finds nothing by a longer word, or by the words of a borrowed file', async () => {
    expect(await domains('table-tennis pay')).not.toContain('payments.example');
    expect(await domains('hovercraft')).toEqual([]);
  });

  it('adds sites that hold a part of the query if few hold all of it', async () => {
    const found = await domains('pendulums of oslo');
    expect(found.toSorted()).toEqual(['lawyers.example', 'museum.example']);
  });

  it('ignores the words that the query excludes', async () =>
    expect((await domains('clock -pendulums'))[0]).toBe('museum.example'));

  it('fills a page with verified sites first, and counts all', async () => {
    const { total, sites } = await find('tide', 1);
    expect([total, sites.map(({ domain }) => domain)]).toEqual([3, ['owned.example']]);
  });

  it('shows the record of a site', async () =>
    expect((await find('clock museum', 1)).sites).toMatchObject([
      {
        path: '/domain/museum.example',
        name: 'Clock museum',
        about: 'Pendulums',
        authority: 50,
        marks: [{ label: 'Featured' }],
      },
    ]));

  it('suggests sites by the beginning of a word of their name or title', async () => {
    const suggested = async (query: string) => (await built.suggest(query, 6)).map(({ domain }) => domain);
    expect(await suggested('tid')).toEqual(['tide-tables.example']);
    expect(await suggested('clock mus')).toEqual(['museum.example']);
    expect((await suggested('acm')).toSorted()).toEqual(['acme-anvils.test', 'acme.example']);
    expect(await suggested('pendul')).toEqual([]);
  });
});
