import { expect, it } from 'vitest';
import { checkLinks } from '../../src/crawl/visit/check-links.ts';
import { aFetchResult } from './fake-net.ts';

/** Creates a site whose pages all redirect to an empty site. */
async function checkSite(paths: number) {
  const asked: string[] = [];
  const getIfAllowed = async (url: string, { crossDomain }: { readonly crossDomain: boolean }) => {
    asked.push(url);
    if (!url.startsWith('https://bakery.example/')) return aFetchResult(url, { status: 404 });
    if (crossDomain) throw new Error('the redirect would be followed to any number of addresses');
    const leftFor = url.replace('bakery', 'victim');
    return aFetchResult(url, { status: null, failure: 'bad-redirect', leftDomain: true, leftFor });
  };
  const client = {
    getIfAllowed,
    get: () => Promise.reject(new Error('unexpected')),
    permissionFor: () => Promise.reject(new Error('unexpected')),
    sitemapsOf: async () => [],
    robotsFileOf: async () => null,
    close: () => {},
  };
  const links = { own: Array.from({ length: paths }, (_, i) => `https://bakery.example/${i}`), foreign: [] };
  const options = { client, domain: 'bakery.example', answered: new Map(), now: () => 0, random: () => 0 };
  return { ...(await checkLinks(links, options)), asked };
}

it('limits requests to another site even if many links redirect there', async () => {
  const { checks, asked } = await checkSite(60);
  const foreign = asked.filter((url) => url.startsWith('https://victim.example/'));
  expect(asked.length).toBeLessThanOrEqual(20);
  expect(foreign).toHaveLength(5);
  expect(checks.filter(({ redirectedTo }) => redirectedTo?.startsWith('https://victim.example/'))).toHaveLength(
    checks.length,
  );
  expect(checks.filter(({ status }) => status === 404)).toHaveLength(5);
});

it('reports the status at the end of a redirect to another site', async () => {
  const { checks } = await checkSite(1);
  expect(checks).toMatchObject([{ own: true, status: 404, redirectedTo: 'https://victim.example/0' }]);
});

it('reports links in the order of the file, although it requests them in another order', async () => {
  const { checks, asked } = await checkSite(6);
  const requested = asked.filter((url) => url.startsWith('https://bakery.example/'));
  const inOrder = Array.from({ length: 6 }, (_, at) => `https://bakery.example/${at}`);
  expect(requested).not.toEqual(inOrder);
  expect(checks.map(({ url }) => url)).toEqual(inOrder);
});
