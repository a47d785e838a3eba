import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FEATURED_FROM, FEATURED_FROM_VERIFIED, LISTED_FROM } from '../../src/directory/scoring/tier.ts';
import { TOPICS } from '../../src/directory/topics.ts';
import { tagSlug } from '../../src/site/content/tag-slug.ts';
import { readJson, readText } from './ask-page.ts';
import { type Block, group, listNumbers, numbersIn, readBlocks } from './page-numbers.ts';

// Explains all numbers of the pages about the whole directory by the API. all-numbers.e2e.test.ts covers the pages of sites.

const toDay = (time: string) => [String(new Date(time).getUTCDate()), String(new Date(time).getUTCFullYear())];

const score = z.int().nullable();
const siteSchema = z.object({
  domain: z.string(),
  title: z.string().nullable(),
  tags: z.array(z.string()),
  authority: score,
  links: score,
  sections: score,
  rank: score,
  first_seen: z.string(),
});
type Site = z.infer<typeof siteSchema>;
const listingSchema = z.object({ total: z.int(), results: z.array(siteSchema) });
const statsSchema = z.object({
  domains_tracked: z.int(),
  valid_llms_txt: z.int(),
  listed: z.int(),
  verified: z.int(),
  with_llms_full_txt: z.int(),
  last_checked: z.string(),
});
const countSchema = z.object({ valid: z.int(), listed: z.int(), verified: z.int() });
const mapSchema = z.object({ countries: z.record(z.string(), countSchema), unknown: countSchema });

const readStats = async () => statsSchema.parse(await readJson('/v1/stats'));
const readListing = async (query: string) => listingSchema.parse(await readJson(`/v1/domains?${query}`));
const computeTotal = async (query: string) => group((await readListing(`per_page=1&${query}`)).total);

/** Returns the numbers of the API for a block. Null if the block is unknown. */
type Explain = (block: Block) => Promise<readonly string[] | null> | readonly string[] | null;

/** Lists the blocks of a page with other numbers than in the API. */
async function unexplainedOn(path: string, explain: Explain): Promise<string[]> {
  const wrong: string[] = [];
  const blocks = readBlocks(await readText(path)).map((block) => ({ ...block, words: withoutNames(block) }));
  const counted = blocks.filter(({ words }) => numbersIn(words).length > 0);
  expect(counted.length).toBeGreaterThan(5);
  for (const block of counted) {
    const expected = (await explain(block)) ?? (await explainFooter(block));
    if (expected?.join() !== numbersIn(block.words).join()) wrong.push(`${path}: ${block.words}, not ${expected}`);
  }
  return wrong;
}

/** Removes the domain of a block's site, paths of the API and the topic "Crypto & web3" from its words. */
function withoutNames({ words, path }: Block): string {
  const domain = path?.startsWith('/domain/') ? path.slice('/domain/'.length) : 'web3';
  return words.replaceAll(domain, '').replaceAll('/v1/', '').replaceAll('web3', '');
}

/** A build may be older than the last visit. */
async function explainFooter({ words }: Block): Promise<readonly string[] | null> {
  const [, time] = /^Last crawl: (\d.* UTC)\./.exec(words) ?? [];
  const isPast = time !== undefined && Date.parse(time) <= Date.parse((await readStats()).last_checked);
  return isPast ? numbersIn(words) : null;
}

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
  [/^\/browse\?(.+)$/, ''],
];

/** Returns the query of the API for a list. Null for another page. */
function toQuery(path: string): string | null {
  const [list = ''] = path.split(/\/(?:newest|changed|quality)$/);
  const [pattern, query] = FILTERS.find(([start]) => start.test(list)) ?? [];
  return pattern === undefined ? null : `${query}${pattern.exec(list)?.[1] ?? ''}`;
}

async function explainFilter({ path, words, nextItems }: Block): Promise<readonly string[] | null> {
  if (/^\d+ more$/.test(words)) return [String(nextItems)];
  const query = path === null ? null : toQuery(path);
  return query === null ? null : [await computeTotal(query)];
}

/** Numbers that a list in this order adds to a row. */
type Sorted = (site: Site) => Promise<readonly string[]>;

const NOTHING: Sorted = async () => [];
const quality: Sorted = async ({ domain }) => {
  const { components } = z
    .object({ components: z.object({ quality: z.int() }) })
    .parse(await readJson(`/domain/${domain}.json`));
  return [String(components.quality)];
};
const added: Sorted = async (site) => toDay(site.first_seen);
const changed: Sorted = async ({ domain }) => {
  const { versions } = z
    .object({ versions: z.array(z.object({ first_seen: z.string() })) })
    .parse(await readJson(`/v1/domain/${domain}/history`));
  return toDay(versions[0]?.first_seen ?? '');
};

const LISTS: readonly (readonly [path: string, query: string, sorted: Sorted])[] = [
  ['/browse', '', NOTHING],
  ['/browse/2', '', NOTHING],
  ['/browse/quality', '', quality],
  ['/browse/newest', '', added],
  ['/browse/changed', '', changed],
  ['/topics/travel', 'topic=travel', NOTHING],
  ['/browse/country/gb', 'country=gb', NOTHING],
  ['/browse/tier/featured', 'tier=featured', NOTHING],
  ['/browse?topic=travel&language=en', 'topic=travel&language=en', NOTHING],
];

async function unexplainedOnList(path: string, query: string, sorted: Sorted): Promise<string[]> {
  const { total, results } = await readListing(`per_page=100&${query}`);
  return await unexplainedOn(path, async (block) => {
    if (block.words.includes(' listed site')) return [group(total)];
    const [, page] = /^Browse, page (\d+)/.exec(block.words) ?? [];
    if (page !== undefined) return [/\d+$/.exec(path)?.[0] ?? ''];
    if (/^\/browse(?:\/\d+)?$/.test(block.path ?? '')) return [/(\d*)$/.exec(block.path ?? '')?.[1] || '1'];
    const site = results.find(({ domain }) => block.path === `/domain/${domain}`);
    if (site === undefined) return await explainFilter(block);
    const numbers = [site.links, site.rank, site.authority].flatMap((value) => (value === null ? [] : group(value)));
    return [...(await sorted(site)), ...numbers];
  });
}

async function unexplainedOnHome(): Promise<string[]> {
  const stats = await readStats();
  const { results } = await readListing('per_page=100');
  const [, shown] = /class="picture-name">.*?<bdi>([^<]+)</s.exec(await readText('/')) ?? [];
  const example = results.find(({ title }) => title === shown);
  return await unexplainedOn('/', async (block) => {
    const { words, path } = block;
    const [step] = /^[123](?=\. )/.exec(words) ?? [];
    if (step !== undefined) return [step];
    if (/^\d+ sections?, \d+ links?$/.test(words)) return [String(example?.sections), String(example?.links)];
    if (words.includes('tracked')) {
      const { domains_tracked, valid_llms_txt, listed, verified, with_llms_full_txt } = stats;
      return [domains_tracked, valid_llms_txt, listed, verified, with_llms_full_txt].map(group);
    }
    if (!path?.startsWith('/domain/')) return await explainFilter(block);
    // News of a site.
    const known = listNumbers([await readJson(`/v1${path}`), await readJson(`/v1${path}/history`)]);
    // The API gives the earlier score only to the owner.
    const [earlier] = /\d+(?= to \d)/.exec(words) ?? [];
    if (earlier !== undefined) known.add(earlier);
    return numbersIn(words).filter((number) => known.has(number));
  });
}

/** Classes of the map. */
const LEGEND = 'none 1 2–9 10–99 100–999 1,000 and more';

async function unexplainedOnMap(): Promise<string[]> {
  const { countries, unknown } = mapSchema.parse(await readJson('/v1/map'));
  const valid = Object.values(countries).map((count) => count.valid);
  const numbersOfRow = (count: z.infer<typeof countSchema>) => [count.valid, count.listed, count.verified].map(group);
  const unlisted = Object.values(countries).filter(({ listed }) => listed === 0);
  return await unexplainedOn('/map', ({ words, path }) => {
    if (words.includes(LEGEND)) return numbersIn(LEGEND);
    if (words.startsWith('Valid sites in')) {
      const known = valid.filter((count) => count > 0);
      return [known.length, Math.max(...known), unknown.valid].map(group);
    }
    const [, square] = /: \S+ valid ([A-Z]{2}) /.exec(words) ?? [];
    if (square !== undefined) return [group(countries[square]?.valid ?? 0), group(countries[square]?.valid ?? 0)];
    if (words.startsWith('No country known')) return numbersOfRow(unknown);
    const [, code] = /^\/browse\/country\/(..)$/.exec(path ?? '') ?? [];
    const count = code === undefined ? undefined : countries[code.toUpperCase()];
    if (count !== undefined) return numbersOfRow(count);
    // The table names countries without listed sites, and the API has their codes.
    return unlisted.map(numbersOfRow).find((numbers) => numbers.join() === numbersIn(words).join()) ?? null;
  });
}

/** Ids of the charts, in the order of their tables. */
const CHARTS = ['statuses', 'tiers', 'bytes', 'links', 'rules'] as const;
type Chart = (typeof CHARTS)[number];
const seriesSchema = z.object({ rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))) });
type SeriesRow = z.infer<typeof seriesSchema>['rows'][number];

const computeCount = (row: SeriesRow) => Number(row['domains'] ?? row['files']);
const computeSum = (rows: readonly SeriesRow[] = []) => rows.reduce((total, row) => total + computeCount(row), 0);

async function unexplainedOnStats(): Promise<string[]> {
  const { domains_tracked, valid_llms_txt } = await readStats();
  const series = new Map<Chart, readonly SeriesRow[]>();
  for (const id of CHARTS) series.set(id, seriesSchema.parse(await readJson(`/stats/${id}.json`)).rows);
  const rejected = series.get('tiers')?.find((row) => row['tier'] === 'rejected');
  const charts = CHARTS.values();
  let rows: readonly string[] = [];
  return await unexplainedOn('/stats', ({ words }) => {
    if (words.startsWith('The crawler tracks')) {
      return [domains_tracked, valid_llms_txt, rejected === undefined ? 0 : computeCount(rejected)].map(group);
    }
    if (words.startsWith('Shares of')) {
      // The last chart has another row that the page does not show.
      if (rows.length > 0) return null;
      const id = charts.next().value ?? 'rules';
      // A file may break several rules.
      const all = computeSum(series.get(id === 'rules' ? 'bytes' : id));
      rows = (series.get(id) ?? []).map((row) =>
        [...listLimits(id, row), group(computeCount(row)), Math.round((computeCount(row) / all) * 100)].join(),
      );
      return [group(all)];
    }
    const at = rows.indexOf(numbersIn(words).join());
    if (at < 0) return null;
    rows = rows.toSpliced(at, 1);
    return numbersIn(words);
  });
}

/** Returns the numbers in the name of a row. */
function listLimits(id: Chart, { tier, above, up_to }: SeriesRow): readonly string[] {
  const limits = [above, up_to].flatMap((limit) => (typeof limit === 'number' ? limit : []));
  if (id === 'bytes') return limits.map((limit) => group(limit / 1_000));
  if (id === 'links' && typeof above === 'number' && typeof up_to === 'number') return [above + 1, up_to].map(group);
  if (id === 'links') return limits.filter((limit) => limit > 0).map(group);
  if (tier === 'featured') return [FEATURED_FROM, FEATURED_FROM_VERIFIED].map(String);
  return tier === 'listed' || tier === 'unlisted' ? [String(LISTED_FROM)] : [];
}

async function unexplainedOnTopics(): Promise<string[]> {
  return await unexplainedOn('/topics', async (block) => {
    const empty = TOPICS.find(({ name }) => block.path === null && block.words.startsWith(name.replace('web3', '')));
    return empty === undefined ? await explainFilter(block) : [await computeTotal(`topic=${empty.id}`)];
  });
}

async function unexplainedOnTags(): Promise<string[]> {
  const { results } = await readListing('per_page=100');
  return await unexplainedOn('/browse/tags', ({ path }) => [
    group(results.filter(({ tags }) => tags.some((tag) => `/browse/tag/${tagSlug(tag)}` === path)).length),
  ]);
}

/** Returns the domains of the first list that are not at their place in the API. */
async function misplacedOnList(): Promise<string[]> {
  const { results } = await readListing('per_page=100');
  const shown = [...(await readText('/browse')).matchAll(/<a class="site-name" href="\/domain\/([^"]+)"/g)];
  expect(shown.length).toBeGreaterThan(30);
  return shown.flatMap(([, domain = ''], at) => (results[at]?.domain === domain ? [] : domain));
}

// Repeat a comparison, because other tests add sites and a page and the API may differ for a moment.
describe('number on a page about the directory', () => {
  it.each(LISTS)('appears in the API for a list: %s', async (path, query, sorted) => {
    await expect.poll(() => unexplainedOnList(path, query, sorted)).toEqual([]);
  });

  it('appears in the API for the home page', async () => {
    await expect.poll(unexplainedOnHome).toEqual([]);
  });

  it('appears in the API for the map', async () => {
    await expect.poll(unexplainedOnMap).toEqual([]);
  });

  it('appears in the API for the statistics', async () => {
    await expect.poll(unexplainedOnStats).toEqual([]);
  });

  it('appears in the API for topics and tags', async () => {
    await expect.poll(unexplainedOnTopics).toEqual([]);
    await expect.poll(unexplainedOnTags).toEqual([]);
  });
});

describe('list of sites', () => {
  it('has the order of the API', async () => {
    await expect.poll(misplacedOnList).toEqual([]);
  });
});
