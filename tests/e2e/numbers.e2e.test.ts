import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readJson, readText } from './ask-page.ts';
import { newClient } from './new-client.ts';
import { group, toWords } from './page-numbers.ts';

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
const listingSchema = z.object({ results: z.array(siteSchema) });
const score = z.int().nullable();
const componentsSchema = z.object({
  components: z.object({ reach: score, trust: score, quality: score, freshness: score }),
});

const computeCount = (count: number, noun: string) => `${group(count)} ${noun}${count === 1 ? '' : 's'}`;

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
      expectIn(`${computeCount(sections, 'section')} · ${computeCount(links, 'link')}`);
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

describe('home page', () => {
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
