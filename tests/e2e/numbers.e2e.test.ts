import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askPage } from './ask-page.ts';
import { newClient } from './new-client.ts';

/** Most compared sites, which cover every state of the sample. */
const MAX_SITES = 60;

const siteSchema = z.object({
  domain: z.string(),
  authority: z.int().nullable(),
  links: z.int().nullable(),
  rank: z.int().nullable(),
  sections: z.int().nullable(),
  status: z.string(),
  tier: z.string().nullable(),
});
const listingSchema = z.object({ total: z.int(), results: z.array(siteSchema) });
const score = z.int().nullable();
const componentsSchema = z.object({
  components: z.object({ reach: score, trust: score, quality: score, freshness: score }),
});

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
  it('matches the API and its Markdown, and names the total of a partial list', async () => {
    const { results } = listingSchema.parse(await readJson(`/v1/domains?per_page=${MAX_SITES}&include_unlisted=true`));
    expect(results).toHaveLength(MAX_SITES);
    for (const { domain } of results) await expect.poll(() => differencesOfSite(domain)).toEqual([]);
  });
});

async function differencesOfSite(domain: string): Promise<string[]> {
  const site = siteSchema.parse(await readJson(`/v1/domain/${domain}`));
  const { authority, links, rank, sections, status, tier } = site;
  const wrong: string[] = [];
  const { components } = componentsSchema.parse(await readJson(`/domain/${domain}.json`));
  const words = toWords(await readText(`/domain/${domain}`));
  const expectWords = (part: string) => {
    if (!words.includes(part)) wrong.push(`${domain}: ${part}`);
  };
  const markdown = await readText(`/domain/${domain}.md`);
  const expectMarkdown = (part: string) => {
    if (!markdown.includes(part)) wrong.push(`${domain}.md: ${part}`);
  };
  const { reach, trust, quality, freshness } = components;
  if (authority !== null) {
    expectWords(`authority ${authority}`);
    expectMarkdown(`authority ${authority} of 100`);
    const parts = { reach, trust, quality, freshness };
    for (const [name, value] of Object.entries(parts)) expectMarkdown(`| ${name} | ${value ?? 'unknown'} |`);
    const sum = Object.entries(parts).flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]));
    expectWords(`Authority ${authority} of 100: ${sum.join(', ')}`);
  }
  if (rank !== null) expectWords(`#${group(rank)}`);
  if (status === 'valid' && tier !== 'rejected') expectWords(`quality ${quality} of 100`);
  if (links !== null && sections !== null && words.includes('tokens'))
    for (const expectIn of [expectWords, expectMarkdown])
      expectIn(`${countOf(sections, 'section')} · ${countOf(links, 'link')}`);
  const [, cut] = /First [\d,]+ of ([\d,]+) links?/.exec(words) ?? [];
  if (cut !== undefined && cut !== group(links ?? 0)) wrong.push(`${domain}: first of ${cut}, not ${links}`);
  const listed = [...words.matchAll(/quality (\d+) of 100/g)].map(([, score]) => score);
  if (new Set(listed).size > 1) wrong.push(`${domain}: qualities ${listed.join(', ')}`);
  return wrong;
}

describe('check of a site', () => {
  it.each(['lumendb.example', 'fietsdokter.example', 'dead-ends.example', 'old-quay-market.example'])(
    'has the quality of the record: %s',
    async (domain) => {
      const { quality } = z.object({ quality: z.int() }).parse(await readJson(`/v1/check/${domain}`));
      const { components } = componentsSchema.parse(await readJson(`/domain/${domain}.json`));
      expect(quality).toBe(components.quality);
    },
  );
});

describe('list of sites', () => {
  it('matches the API in its rows and filters', async () => {
    await expect.poll(differencesOfList).toEqual([]);
  });
});

/** Queries of the API for the lists that filters link to. */
const FILTERS: readonly (readonly [path: RegExp, query: string])[] = [
  [/^\/topics\/(.+)$/, 'topic='],
  [/^\/browse\/country\/(.+)$/, 'country='],
  [/^\/browse\/language\/(.+)$/, 'language='],
  [/^\/browse\/size\/(.+)$/, 'size='],
  [/^\/browse\/generator\/(.+)$/, 'generator='],
  [/^\/browse\/tier\/(.+)$/, 'tier='],
  [/^\/browse\/llms-full()$/, 'has_full=true'],
  [/^\/browse\/markdown()$/, 'has_markdown=true'],
  [/^\/browse\?verified=true()$/, 'verified=true'],
];

async function differencesOfList(): Promise<string[]> {
  const html = await readText('/browse');
  const wrong: string[] = [];
  const { total, results } = listingSchema.parse(await readJson('/v1/domains?per_page=100'));
  if (!toWords(html).includes(`${countOf(total, 'listed site')}`)) wrong.push(`${total} listed sites`);
  const rows = [...html.matchAll(/<a class="site-name" href="\/domain\/([^"]+)".*?<\/li>/gs)];
  rows.forEach(([row, domain], at) => {
    const words = toWords(row);
    const site = results[at];
    const expected = site && [
      ...(site.links === null ? [] : [countOf(site.links, 'link')]),
      ...(site.rank === null ? [] : [`rank ${group(site.rank)}`]),
      `${site.authority} authority`,
    ];
    if (site?.domain !== domain || !expected?.every((part) => words.includes(part))) wrong.push(`${domain}: ${words}`);
  });
  expect(rows.length).toBeGreaterThan(30);
  const filters = [...html.matchAll(/<li><a href="([^"]+)"[^>]*><bdi>[^<]*<\/bdi><\/a><span class="num">([\d,]+)</g)];
  expect(filters.length).toBeGreaterThan(20);
  for (const [, path = '', count = ''] of filters) {
    const [pattern, query] = FILTERS.find(([start]) => start.test(path)) ?? [];
    const value = pattern?.exec(path)?.[1] ?? '';
    const listed = listingSchema.parse(await readJson(`/v1/domains?per_page=1&${query}${value}`));
    if (group(listed.total) !== count) wrong.push(`${path}: ${count}, not ${listed.total}`);
  }
  return wrong;
}

describe('map', () => {
  it('matches the API', async () => {
    const counts = z.object({ valid: z.int(), listed: z.int(), verified: z.int() });
    const map = z.object({ countries: z.record(z.string(), counts) }).parse(await readJson('/v1/map'));
    const rows = [...(await readText('/map')).matchAll(/<tr><th scope="row">.*?<\/tr>/gs)].map(([row]) => toWords(row));
    const shown = rows
      .map((row) =>
        row
          .match(/(\d[\d,]*) (\d[\d,]*) (\d[\d,]*)$/)
          ?.slice(1)
          .join(),
      )
      .toSorted();
    const known = Object.values(map.countries).map(({ valid, listed, verified }) => `${valid},${listed},${verified}`);
    expect(shown).toEqual(known.toSorted());
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

  it('shows requests that find something', async () => {
    const requests = [...(await readText('/')).matchAll(/curl (?:&#39;|')?(http[^\s'&<]*)/g)].map(
      ([, url = '']) => url,
    );
    expect(requests.length).toBeGreaterThan(1);
    for (const url of requests) {
      const answer = await fetch(url, { headers: newClient() });
      expect([url, answer.status, (await answer.json()).total === 0]).toEqual([url, 200, false]);
    }
  });
});
