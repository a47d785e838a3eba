import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askPage } from './ask-page.ts';
import { newClient } from './new-client.ts';

/** Most compared sites. They cover every state of the sample. */
const MAX_SITES = 60;

const siteSchema = z.object({
  domain: z.string(),
  authority: z.int().nullable(),
  links: z.int().nullable(),
  sections: z.int().nullable(),
  status: z.string(),
  tier: z.string().nullable(),
});
const listingSchema = z.object({ total: z.int(), results: z.array(siteSchema) });
const componentsSchema = z.object({ components: z.object({ quality: z.int().nullable() }) });

const readText = async (path: string) => (await askPage(path)).text;
const readJson = async (path: string): Promise<unknown> => JSON.parse(await readText(path));
const toWords = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const group = (count: number) => count.toLocaleString('en');
const countOf = (count: number, noun: string) => `${group(count)} ${noun}${count === 1 ? '' : 's'}`;

// Repeat a comparison, because other tests add sites and a page and the API may differ for a moment.
describe('page of a site', () => {
  it('matches the API, and names the total of a partial list', async () => {
    await expect.poll(differencesOfSites).toEqual([]);
  });
});

async function differencesOfSites(): Promise<string[]> {
  const listing = listingSchema.parse(await readJson(`/v1/domains?per_page=${MAX_SITES}&include_unlisted=true`));
  expect(listing.results.length).toBeGreaterThan(30);
  const wrong: string[] = [];
  for (const { domain, authority, links, sections, status, tier } of listing.results) {
    const { components } = componentsSchema.parse(await readJson(`/domain/${domain}.json`));
    const words = toWords(await readText(`/domain/${domain}`));
    const expectWords = (part: string) => {
      if (!words.includes(part)) wrong.push(`${domain}: ${part}`);
    };
    if (authority !== null) expectWords(`authority ${authority}`);
    if (status === 'valid' && tier !== 'rejected') expectWords(`quality ${components.quality} of 100`);
    if (links !== null && sections !== null && words.includes('tokens'))
      expectWords(`${countOf(sections, 'section')} · ${countOf(links, 'link')}`);
    const [, cut] = /First [\d,]+ of ([\d,]+) links?/.exec(words) ?? [];
    if (cut !== undefined && cut !== group(links ?? 0)) wrong.push(`${domain}: first of ${cut}, not ${links}`);
    const listed = [...words.matchAll(/quality (\d+) of 100/g)].map(([, score]) => score);
    if (new Set(listed).size > 1) wrong.push(`${domain}: qualities ${listed.join(', ')}`);
  }
  return wrong;
}

describe('page about open data', () => {
  it('offers the newest snapshot', async () => {
    const { latest } = z.object({ latest: z.string() }).parse(await readJson('/data/index.json'));
    expect(await readText('/data')).toContain(`/data/${latest}/domains.csv.gz`);
  });
});

describe('home page', () => {
  it('matches the API', async () => {
    const findMissing = async () => {
      const stats = z.record(z.string(), z.unknown()).parse(await readJson('/v1/stats'));
      const words = toWords(await readText('/'));
      return [
        `${group(Number(stats['domains_tracked']))} domains tracked`,
        `${group(Number(stats['valid_llms_txt']))} valid llms.txt`,
        `${group(Number(stats['listed']))} listed`,
        `${group(Number(stats['verified']))} verified`,
      ].filter((part) => !words.includes(part));
    };
    await expect.poll(findMissing).toEqual([]);
  });

  it('matches the list of each topic', async () => {
    const findMissing = async () => {
      const html = await readText('/');
      const topics = [
        ...html.matchAll(/<h3><a href="\/topics\/([a-z-]+)">[^<]*<\/a> <span class="quiet">([\d,]+) sites?/g),
      ];
      expect(topics.length).toBeGreaterThan(0);
      const missing: string[] = [];
      for (const [, topic = '', count] of topics) {
        const words = toWords(await readText(`/topics/${topic}`));
        if (!new RegExp(`\\b${count} (listed )?sites?\\b`).test(words)) missing.push(`${topic}: ${count}`);
      }
      return missing;
    };
    await expect.poll(findMissing).toEqual([]);
  });

  it('shows sample requests that succeed', async () => {
    const requests = [...(await readText('/')).matchAll(/curl (?:&#39;|')?(http[^\s'&<]*)/g)].map(
      ([, url = '']) => url,
    );
    expect(requests.length).toBeGreaterThan(1);
    for (const url of requests) {
      const answer = await fetch(url, { headers: newClient() });
      const body = z.record(z.string(), z.unknown()).parse(await answer.json());
      expect([url, answer.status, body['total'] === 0]).toEqual([url, 200, false]);
    }
  });
});
