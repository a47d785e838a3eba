import { expect, it } from 'vitest';
import { parsePageAddress } from '../../src/directory/page-address.ts';
import { type ListedPage, type PageSite, resolvePage, type ScopedFileSource } from '../../src/directory/resolution.ts';
import { toPageSite } from './page-site.ts';

const line = (url: string, title = url): ListedPage => ({ title, url, notes: null, section: 'Docs' });

const scoped = (url: string, via: ScopedFileSource = 'nested', links: ListedPage[] = []) => ({
  url,
  title: `Title of ${url}`,
  via,
  links,
});

function resolve(url: string, ...sites: PageSite[]) {
  const page = parsePageAddress(url);
  if (page === null) throw new Error(`${url} is no address`);
  return resolvePage(page, url, sites);
}

it('prefers the most specific file that covers a page', () => {
  const docs = scoped('https://example.com/docs/llms.txt');
  const api = scoped('https://example.com/docs/api/llms.txt', 'describedby');
  const known = toPageSite('example.com', { scoped: [docs, api] });
  const found = (path: string) => resolve(`https://www.example.com${path}`, known)?.file;
  expect(found('/docs/api/calls')).toEqual({
    url: api.url,
    title: api.title,
    scope: 'https://example.com/docs/api/',
    via: 'describedby',
  });
  expect(found('/docs/guide')).toMatchObject({ url: docs.url, via: 'nested' });
  expect(found('/docsearch')).toMatchObject({ url: 'https://example.com/llms.txt', via: 'root', title: 'example.com' });
});

it('accepts a file that the parent names for a host without a file', () => {
  const parent = toPageSite('example.com', { scoped: [scoped('https://docs.example.com/llms.txt')] });
  expect(resolve('https://docs.example.com/a', toPageSite('docs.example.com', { file: null }), parent)).toMatchObject({
    domain: 'example.com',
    file: { url: 'https://docs.example.com/llms.txt', via: 'nested' },
    entry: null,
  });
});

it('assigns an uncovered page to the file that lists it', () => {
  const parent = toPageSite('example.com', { links: [line('https://docs.example.com/a.md', 'A')] });
  const own = toPageSite('docs.example.com', { file: null });
  expect(resolve('https://docs.example.com/a', own, parent)).toMatchObject({
    domain: 'example.com',
    file: { url: 'https://example.com/llms.txt' },
    entry: { title: 'A', section: 'Docs' },
  });
  expect(resolve('https://docs.example.com/b', own, parent)).toMatchObject({
    domain: 'docs.example.com',
    file: null,
    entry: null,
  });
});

it('returns null for a page on an untracked subdomain', () => {
  const parent = toPageSite('example.com', { links: [line('https://docs.example.com/a', 'A')] });
  expect(resolve('https://docs.example.com/a', parent)).toBeNull();
  expect(resolve('https://www.example.com/a', parent)).not.toBeNull();
  expect(resolve('https://example.com./a', parent)).not.toBeNull();
});

it('finds the line of a page in any spelling of its URL', () => {
  const wiki = toPageSite('example.com', { links: [line('https://example.com/wiki/Kite_%28toy%29', 'P')] });
  for (const path of ['Kite_(toy)', 'Kite_%28toy%29', 'Kite_(toy%29']) {
    expect(resolve(`https://example.com/wiki/${path}`, wiki)?.entry?.title).toBe('P');
  }
});

it('takes the entry only from the file that covers the page', () => {
  const links = [line('https://example.com/docs/a', 'In the main file'), line('https://example.com/docs/b')];
  const docs = scoped('https://example.com/docs/llms.txt', 'nested', [
    line('https://example.com/docs/a', 'In the docs'),
  ]);
  const known = toPageSite('example.com', { links, scoped: [docs] });
  expect(resolve('https://example.com/docs/a/', known)?.entry?.title).toBe('In the docs');
  expect(resolve('https://example.com/docs/b', known)).toMatchObject({ file: { url: docs.url }, entry: null });
  const elsewhere = scoped('https://example.com/docs/llms.txt', 'nested', [line('https://other.example/c', 'C')]);
  expect(
    resolve(
      'https://other.example/c',
      toPageSite('other.example', { file: null }),
      toPageSite('example.com', { scoped: [elsewhere] }),
    ),
  ).toMatchObject({ file: { url: elsewhere.url }, entry: { title: 'C' } });
});

it('prefers the entry with the spelling of the page', () => {
  const links = ['#setup', '.md', '', '#usage', '?b=1', '/index.html'].map((end) =>
    line(`https://example.com/a${end}`),
  );
  const entry = (end: string) =>
    resolve(`https://example.com/a${end}`, toPageSite('example.com', { links }))?.entry?.title;
  expect(entry('')).toBe('https://example.com/a');
  expect(entry('.md')).toBe('https://example.com/a.md');
  expect(entry('#usage')).toBe('https://example.com/a#usage');
  expect(entry('#other')).toBe('https://example.com/a');
  expect(entry('?b=1')).toBe('https://example.com/a?b=1');
});

it('takes no line for another page that has the same hash', () => {
  expect(
    resolve('https://example.com/a', toPageSite('example.com', { links: [line('https://example.com/b')] }))?.entry,
  ).toBeNull();
});

it('returns null for a page of unknown domains', () => {
  expect(resolve('https://example.com/a')).toBeNull();
});

it('uses the Markdown that the file lists, else the rule of the group', () => {
  const pair = (path: string, end: string) => ({
    page: `https://example.com${path}`,
    markdown: `https://example.com${path}${end}`,
  });
  const rule = { tested: 2, tested_at: '2026-09-14T06:12:45.000Z' };
  const twins = [
    {
      ...rule,
      pages: 'example.com/docs/*.md',
      by: 'listed' as const,
      found: [pair('/docs/a.md', ''), pair('/docs/b.md', '')],
    },
    {
      ...rule,
      pages: 'example.com/blog/*',
      by: 'append-md' as const,
      found: [pair('/blog/a', '.md'), pair('/blog/b', '.md')],
    },
    { ...rule, pages: 'example.com/shop/*', by: null, found: [] },
  ];
  const links = [line('https://example.com/docs/c.md'), line('https://www.example.com/blog/c')];
  const markdown = (path: string) =>
    resolve(`http://www.example.com${path}`, toPageSite('example.com', { links, twins }))?.markdown;
  expect(markdown('/docs/c.html#top')).toMatchObject({ url: 'https://example.com/docs/c.md', by: 'listed' });
  expect(markdown('/blog/c/?utm_source=x')).toMatchObject({ url: 'https://example.com/blog/c.md', by: 'append-md' });
  expect(markdown('/blog/unlisted')).toMatchObject({ url: 'https://example.com/blog/unlisted.md' });
  expect(markdown('/blog/a')).toMatchObject({ url: 'https://example.com/blog/a.md' });
  // Try another URL form, a group without Markdown, and an untested folder.
  for (const path of ['/blog/unlisted.html', '/shop/a', '/about', '/docs/unlisted']) expect(markdown(path)).toBeNull();
});
