import { expect, it } from 'vitest';
import { computeHash } from '../../src/crawl/visit/compute-hash.ts';
import { type TwinSample, testTwins } from '../../src/crawl/visit/twins/test-twins.ts';
import { MAX_TWIN_REQUESTS } from '../../src/crawl/visit/twins/twin-requests.ts';
import type { VisitClient } from '../../src/crawl/visit/visit-client.ts';
import { findGroup, findMarkdown, type TwinRule, type TwinWay } from '../../src/directory/page-twins.ts';
import { markdownHeadings } from '../../src/extract/markdown-page.ts';
import { LIMITS } from '../../src/fetch/limits.ts';
import type { FetchResult } from '../../src/fetch/net.ts';
import { aFetchResult } from './fake-net.ts';

/** Page of a sandbox site. */
interface Page {
  readonly url: string;
  readonly title: string;
}
interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
  readonly finalUrl?: string;
}
/** Response for the Markdown version of a page, or null for 404. */
type Serve = (page: Page) => Answer | null;

const SUBJECTS = [
  'Refunds',
  'Payment links',
  'Webhooks',
  'Opening hours',
  'Billing portal',
  'Tax rates',
  'Bread ovens',
];
const markdown = (page: Page): Answer => ({
  type: 'text/markdown; charset=utf-8',
  body: `# ${page.title}\n\nAll about ${page.title.toLowerCase()}, and how it is used in a shop.\n`,
});

/** Variants of a text that a reader accepts as the page. */
const HONEST: readonly Serve[] = [
  markdown,
  (page) => ({ ...markdown(page), type: 'text/plain' }),
  (page) => ({
    type: 'text/markdown',
    body: `---\ntitle: "${page.title}"\n---\n\nWhat there is to know of this subject.\n`,
  }),
  (page) => ({ type: 'text/markdown', body: `> Part of the docs.\n\n${page.title}\n=====\n\nThree or more words.\n` }),
  (page) => ({
    type: 'application/octet-stream',
    body: `\uFEFF## ${page.title.toUpperCase()} ##\n\nThree or more words.\n`,
  }),
];

const shell = '<!doctype html><html><head><title>Acme</title></head><body><div id="root"></div></body></html>';
const LIARS: Readonly<Record<string, Serve>> = {
  'HTML under .md': () => ({ type: 'text/html', body: shell }),
  'HTML as text/markdown': (page) => ({ type: 'text/markdown', body: shell.replace('Acme', page.title) }),
  'a soft 404 in Markdown': () => ({
    type: 'text/markdown',
    body: '# Page not found\n\nThere is no such page here.\n',
  }),
  'a soft 404 that repeats the name': (page) => ({
    type: 'text/markdown',
    body: `# ${page.title}\n\nThe page could not be found. Try the search instead.\n`,
  }),
  'a redirect to the homepage': (page) => ({ ...markdown(page), finalUrl: new URL('/', page.url).href }),
  'the text of another page': () => markdown({ url: '', title: 'Terms of service' }),
  'one text for all': () => ({
    type: 'text/markdown',
    body: `# Acme\n\n${SUBJECTS.map((s) => `## ${s}`).join('\n')}\n\nThe whole site in one text.\n`,
  }),
  nothing: () => ({ type: 'text/markdown', body: '' }),
  'a binary file': () => ({ type: 'text/markdown', body: '%PDF-1.7\n\u0000\u0001\u0002' }),
  'JSON of an API': (page) => ({ type: 'text/plain', body: JSON.stringify({ title: page.title, error: 'no route' }) }),
  'a heading and nothing under it': (page) => ({ type: 'text/markdown', body: `# ${page.title}\n` }),
  'an error with a text': (page) => ({ ...markdown(page), status: 404 }),
};

type Form = 'bare' | 'html' | 'folder' | 'markdown';
const FORM_OF: Readonly<Record<TwinWay, readonly Form[]>> = {
  listed: ['markdown'],
  alternate: ['bare', 'html', 'folder'],
  'append-md': ['bare', 'html'],
  'replace-html': ['html', 'folder'],
  'index-html-md': ['folder'],
  accept: ['bare', 'folder'],
};
const ENDING: Readonly<Record<Form, string>> = { bare: '', html: '.html', folder: '/', markdown: '.md' };

/** Returns the URL of a Markdown version, computed independently of the tested code. */
function toPlace(way: TwinWay, form: Form, url: string): string {
  if (way === 'listed' || way === 'accept') return url;
  if (way === 'alternate') return form === 'html' ? url.replace('.html', '.md') : `${url.replace(/\/$/, '')}.md`;
  if (way === 'append-md') return `${url}.md`;
  if (way === 'replace-html') return form === 'html' ? url.replace('.html', '.md') : `${url}index.md`;
  return `${url}index.html.md`;
}

interface Site {
  readonly name: string;
  readonly way: TwinWay;
  readonly form: Form;
  readonly serve: Serve;
  readonly isHonest: boolean;
}

const ways = Object.keys(FORM_OF) as TwinWay[];
const guessed = ways.filter((way) => way !== 'listed');
const sites: readonly Site[] = [
  ...ways.flatMap((way) =>
    HONEST.map((serve, i): Site => {
      const form = FORM_OF[way][i % FORM_OF[way].length] ?? 'bare';
      return { name: `${way} ${form} ${i}`, way, form, serve, isHonest: true };
    }),
  ),
  ...Object.entries(LIARS).flatMap(([name, serve], i) =>
    [0, 1, 2].map((n): Site => {
      // Skip listed Markdown, because it has no page to compare with.
      const way = guessed[(i + n) % guessed.length] ?? 'append-md';
      const form = FORM_OF[way][0] ?? 'bare';
      return { name: `${name} (${way})`, way, form, serve, isHonest: false };
    }),
  ),
];

function listPages({ form }: Site): Page[] {
  return SUBJECTS.map((title) => ({
    title,
    url: `https://acme.example/docs/${title.toLowerCase().replaceAll(' ', '-')}${ENDING[form]}`,
  }));
}

function serveSite({ way, form, serve }: Site, pages: readonly Page[]): Pick<VisitClient, 'getIfAllowed'> {
  return {
    async getIfAllowed(url, _limits, headers) {
      const page = pages.find((each) => toPlace(way, form, each.url) === url);
      const isAsked = way !== 'accept' || (headers?.['accept'] ?? '').startsWith('text/markdown');
      const answer = page && isAsked ? serve(page) : null;
      return toResult(url, answer ?? { status: way === 'accept' ? 200 : 404, type: 'text/html', body: shell });
    },
  };
}

function toResult(url: string, { status = 200, type = 'text/markdown', body, finalUrl = url }: Answer): FetchResult {
  return aFetchResult(url, { finalUrl, status, headers: { 'content-type': type }, body: Buffer.from(body) });
}

const ORIGIN = 'https://acme.example';
const OPTIONS = { origin: ORIGIN, fileHash: null, linkedOnly: false, maxRequests: 20, now: Date.now };
const listSitemaps = async () => [];

/** Tests a site like a visit that read four of its seven pages. */
async function visit(site: Site) {
  const pages = listPages(site);
  const seen = pages.slice(0, 4);
  const served = serveSite(site, pages);
  let requests = 0;
  const client = {
    getIfAllowed: (...request: Parameters<VisitClient['getIfAllowed']>) => {
      requests += 1;
      return served.getIfAllowed(...request);
    },
  };
  const listed = await Promise.all(
    seen.map(async ({ url }) => {
      const result = await served.getIfAllowed(url, LIMITS.link);
      const headings = result && markdownHeadings(result);
      return { url, hash: result && headings && computeHash(result.body), headings: headings ?? [] };
    }),
  );
  const html = seen.map(({ url, title }) => ({
    url,
    title: `${title} | Acme`,
    heading: null,
    siteName: 'Acme',
    markdownAlternates: site.way === 'alternate' ? [toPlace('alternate', site.form, url)] : [],
  }));
  const sample = site.way === 'listed' ? { pages: [], listed } : { pages: html, listed: [] };
  const rules = await testTwins(
    { homepage: null, ...sample },
    { ...OPTIONS, client: { ...client, sitemapsOf: listSitemaps } },
  );
  return { pages, rules, requests };
}

it(`judges ${sites.length} sites correctly from tested URLs within the request limit`, async () => {
  expect(sites.length).toBeGreaterThanOrEqual(60);
  const wrong: string[] = [];
  for (const site of sites) {
    const { pages, rules, requests } = await visit(site);
    expect(requests, site.name).toBeLessThanOrEqual(MAX_TWIN_REQUESTS);
    for (const { url } of pages) {
      const expected = site.isHonest ? toPlace(site.way, site.form, url) : null;
      const found = findMarkdown(url, rules);
      if ((found?.url ?? null) !== expected) wrong.push(`${site.name}: ${url} → ${found?.url}`);
      if (found) expect(testedGroups(rules)).toContain(findGroup(url));
    }
  }
  expect(wrong).toEqual([]);
});

const testedGroups = (rules: readonly TwinRule[]) =>
  rules.flatMap(({ pages, found }) => (found.length > 0 ? [pages] : []));

const TITLES = ['Refunds', 'Prices', 'Taxes', 'Ovens', 'Staff', 'Flour'];
const page = (path: string, title: string) => ({
  url: `https://acme.example${path}`,
  title,
  heading: null,
  siteName: null,
  markdownAlternates: [],
});
/** Serves Markdown at the URLs with these titles and unchanged other texts. Records the requests. */
function serveTexts(texts: Readonly<Record<string, string | Answer>>) {
  const asked: string[] = [];
  const getIfAllowed: VisitClient['getIfAllowed'] = async (url) => {
    asked.push(url);
    const text = texts[url] ?? { status: 404, body: '' };
    return toResult(url, typeof text === 'string' ? { body: `# ${text}\n\nThis is about ${text}.\n` } : text);
  };
  return { asked, client: { getIfAllowed, sitemapsOf: listSitemaps } };
}

async function testPages(pages: TwinSample['pages'], texts: Readonly<Record<string, string>>, maxRequests = 20) {
  const { asked, client } = serveTexts(texts);
  // Count one request for the sitemap, if any requests are left.
  const rules = await testTwins({ homepage: null, pages, listed: [] }, { ...OPTIONS, client, maxRequests });
  return { asked: asked.filter((url) => !url.endsWith('/sitemap.xml')), rules };
}

it('concludes nothing from one page of a group', async () => {
  const { rules } = await testPages([page('/docs/refunds', 'Refunds')], {
    'https://acme.example/docs/refunds.md': 'Refunds',
  });
  expect(findMarkdown('http://www.acme.example/docs/refunds#how', rules)).toMatchObject({
    url: 'https://acme.example/docs/refunds.md',
    by: 'append-md',
  });
  expect(findMarkdown('https://acme.example/docs/prices', rules)).toBeNull();
});

it('uses only tested pages if one page of a group has no Markdown version', async () => {
  const { rules } = await testPages(
    [page('/docs/refunds', 'Refunds'), page('/docs/prices', 'Prices'), page('/docs/taxes', 'Taxes')],
    { 'https://acme.example/docs/refunds.md': 'Refunds', 'https://acme.example/docs/taxes.md': 'Taxes' },
  );
  expect(rules).toMatchObject([{ pages: 'acme.example/docs/*', by: 'append-md', tested: 3, found: [{}, {}] }]);
  expect(findMarkdown('https://acme.example/docs/taxes', rules)?.url).toBe('https://acme.example/docs/taxes.md');
  expect(findMarkdown('https://acme.example/docs/ovens', rules)).toBeNull();
});

it('tests the largest groups first, starting with the pattern that worked', async () => {
  const paths = ['/a/1', '/b/1', '/b/2', '/c/1.html', '/c/2.html', '/c/3.html'];
  const pages = paths.map((path, i) => page(path, TITLES[i] ?? ''));
  const texts = Object.fromEntries(pages.map(({ url, title }) => [url.replace('.html', '').concat('.md'), title]));
  const { asked, rules } = await testPages(pages, texts);
  expect(asked.map((url) => new URL(url).pathname)).toEqual([
    '/c/1.html.md',
    '/c/1.md',
    '/c/2.md',
    '/b/1.md',
    '/b/2.md',
    '/a/1.md',
  ]);
  expect(rules.map(({ pages: group, by }) => [group, by])).toEqual([
    ['acme.example/c/*.html', 'replace-html'],
    ['acme.example/b/*', 'append-md'],
    ['acme.example/a/*', 'append-md'],
  ]);
});

it('leaves out a group if the requests do not suffice', async () => {
  const { asked, rules } = await testPages([page('/docs/refunds', 'Refunds')], {}, 1);
  expect(asked).toHaveLength(1);
  expect(rules).toEqual([]);
});

const htmlPage = (title: string): Answer => ({
  type: 'text/html',
  body: `<!doctype html><title>${title} | Acme</title><h1>${title}</h1><p>All about it.</p>`,
});
const listedFile = (path: string, title: string) => ({
  url: `${ORIGIN}${path}`,
  hash: `hash of ${path}`,
  headings: [title],
});
const HOMEPAGE = { ...page('/', 'Acme'), siteName: 'Acme' };

it('finds the pages of listed Markdown', async () => {
  const listed = [listedFile('/docs/refunds.md', 'Refunds'), listedFile('/docs/prices.md', 'Prices')];
  const { client } = serveTexts({
    [`${ORIGIN}/docs/refunds`]: htmlPage('Refunds'),
    [`${ORIGIN}/docs/prices`]: htmlPage('Prices'),
  });
  const rules = await testTwins({ homepage: null, pages: [], listed }, { ...OPTIONS, client });
  expect(findMarkdown(`${ORIGIN}/docs/taxes`, rules)).toMatchObject({
    url: `${ORIGIN}/docs/taxes.md`,
    by: 'append-md',
  });
  expect(findMarkdown(`${ORIGIN}/docs/taxes.md`, rules)).toMatchObject({ by: 'listed' });
});

it.each<[string, Readonly<Record<string, Answer>>]>([
  ['there are none', {}],
  ['one shell stands for all', { [`${ORIGIN}/docs/refunds`]: { type: 'text/html', body: shell } }],
  ['they are about something else', { [`${ORIGIN}/docs/refunds`]: htmlPage('Staff') }],
  ['they are Markdown as well', { [`${ORIGIN}/docs/refunds`]: { body: '# Refunds\n\nThis is about refunds.\n' } }],
])('finds no pages of listed Markdown if %s', async (_, texts) => {
  const listed = [listedFile('/docs/refunds.md', 'Refunds'), listedFile('/docs/prices.md', 'Prices')];
  const { client } = serveTexts(texts);
  const rules = await testTwins({ homepage: null, pages: [], listed }, { ...OPTIONS, client });
  expect(rules.map(({ by }) => by)).toEqual(['listed']);
  expect(findMarkdown(`${ORIGIN}/docs/taxes`, rules)).toBeNull();
});

const toSitemap = (...paths: string[]): Answer => ({
  type: 'application/xml',
  body: `<urlset>${paths.map((path) => `<url><loc>${ORIGIN}${path}</loc></url>`).join('')}</urlset>`,
});

it.each<[string, Readonly<Record<string, Answer>>]>([
  ['the sitemap', { [`${ORIGIN}/sitemap.xml`]: toSitemap('/a.pdf', '/guide/refunds', '/guide/prices', '/about') }],
  [
    'the first sitemap of an index',
    {
      [`${ORIGIN}/sitemap.xml`]: {
        body: `<sitemapindex><sitemap><loc>${ORIGIN}/pages.xml</loc></sitemap></sitemapindex>`,
      },
      [`${ORIGIN}/pages.xml`]: toSitemap('/guide/refunds', '/guide/prices', '/about'),
    },
  ],
])('tests a group named only by %s', async (_, sitemaps) => {
  const { asked, client } = serveTexts({
    ...sitemaps,
    [`${ORIGIN}/guide/refunds`]: htmlPage('Refunds'),
    [`${ORIGIN}/guide/refunds.md`]: markdown({ url: '', title: 'Refunds' }),
    [`${ORIGIN}/guide/prices`]: htmlPage('Prices'),
    [`${ORIGIN}/guide/prices.md`]: markdown({ url: '', title: 'Prices' }),
  });
  const rules = await testTwins({ homepage: null, pages: [], listed: [] }, { ...OPTIONS, client });
  expect(findMarkdown(`${ORIGIN}/guide/taxes`, rules)?.url).toBe(`${ORIGIN}/guide/taxes.md`);
  expect(asked.length).toBeLessThanOrEqual(MAX_TWIN_REQUESTS);
});

it('prefers the sitemap in robots.txt and requests no other site', async () => {
  const { asked, client } = serveTexts({
    [`${ORIGIN}/map.xml`]: { body: '<urlset><url><loc>https://other.example/a</loc></url></urlset>' },
  });
  const listSitemaps = async () => ['https://other.example/sitemap.xml', `${ORIGIN}/all.xml.gz`, `${ORIGIN}/map.xml`];
  await testTwins(
    { homepage: null, pages: [], listed: [] },
    { ...OPTIONS, client: { ...client, sitemapsOf: listSitemaps } },
  );
  expect(asked).toEqual([`${ORIGIN}/map.xml`]);
});

it('tries only linked pages in a check', async () => {
  const { asked, client } = serveTexts({});
  const sample = { homepage: HOMEPAGE, pages: [page('/docs/refunds', 'Refunds')], listed: [listedFile('/a.md', 'A')] };
  await testTwins(sample, { ...OPTIONS, client, linkedOnly: true });
  expect(asked).toEqual(['refunds.md', 'refunds'].map((name) => `${ORIGIN}/docs/${name}`));
});

it('tests the homepage last, under the name of its site', async () => {
  const { client } = serveTexts({ [`${ORIGIN}/index.md`]: 'Acme' });
  const rules = await testTwins({ homepage: HOMEPAGE, pages: [], listed: [] }, { ...OPTIONS, client });
  expect(findMarkdown(ORIGIN, rules)).toMatchObject({ url: `${ORIGIN}/index.md`, by: 'replace-html' });
});

it('does not accept the llms.txt or a repeated text as the homepage', async () => {
  const file = '# Acme\n\nThis is about Acme.\n';
  const { client } = serveTexts({ [`${ORIGIN}/index.md`]: 'Acme', [`${ORIGIN}/index.html.md`]: 'Acme' });
  const options = { ...OPTIONS, client, fileHash: computeHash(Buffer.from(file)) };
  const rules = await testTwins({ homepage: HOMEPAGE, pages: [], listed: [] }, options);
  expect(findMarkdown(ORIGIN, rules)).toBeNull();
});

it.each([
  ['https://acme.example/', 'acme.example/'],
  ['https://www.acme.example/about', 'acme.example/*'],
  ['https://acme.example/about/', 'acme.example/*/'],
  ['https://acme.example/docs/a/b.html#c', 'acme.example/docs/*.html'],
  ['https://acme.example/docs/a.md?utm_source=x', 'acme.example/docs/*.md'],
  ['https://acme.example/docs?id=1', null],
  ['mailto:a@acme.example', null],
])('puts %s into the group %s', (url, group) => {
  expect(findGroup(url)).toBe(group);
});
