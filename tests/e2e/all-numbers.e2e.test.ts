import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { VERIFIED_BONUS, WEIGHTS } from '../../src/directory/scoring/authority.ts';
import { FEATURED_FROM, FEATURED_FROM_VERIFIED } from '../../src/directory/scoring/tier.ts';
import { readJson, readText } from './ask-page.ts';
import { group, listNumbers, numbersIn, readParts, toWords } from './page-numbers.ts';

// Compares all numbers on the pages of sites with the API. directory-numbers.e2e.test.ts covers the pages about the whole directory,
// and numbers.e2e.test.ts the places of the most important numbers.

/** Most compared sites. They cover every state of the sample. */
const MAX_SITES = 60;
/** Parts with facts of the last visit that the API does not have: response times, and tested Markdown pages. */
const WITHOUT_API = ['evidence', 'markdown-versions'];
/** Words before data that the API gives only to owners, or not at all. */
const OWNERS_ONLY = /Score history .*$/;
const OF_VISIT = /Failing since \d+ \w+ \d+, \d+:\d+ UTC|file unchanged since \d+ \w+ \d+/;
/** Words of the findings with numbers of the file. The counts of the findings are above them. */
const FINDING_TEXTS = /(?:error|warning|note) .*$/;
/** Numbers in explanations of the scores. */
const EXPLAINED = numbersIn(
  `rank 1 to 10,000 of 100: 0 at a million, ${VERIFIED_BONUS} points, ${FEATURED_FROM} or ${FEATURED_FROM_VERIFIED}, 30 or 90 days, 1,000`,
);

const score = z.int().nullable();
const recordSchema = z.object({
  components: z.object({ reach: score, trust: score, quality: score, freshness: score }),
  quality_details: z
    .object({ parts: z.array(z.object({ id: z.string(), score: z.int(), weight: z.int() })) })
    .nullable(),
});
const totalSchema = z.object({ total: z.int() });

/** Returns the numbers in the table of scores that the page computes from the record. */
function computedNumbers(record: unknown): string[] {
  const { components, quality_details } = recordSchema.parse(record);
  const points = Object.entries(WEIGHTS).map(([name, weight]) => {
    const value = name in components ? components[name as keyof typeof components] : null;
    return ((value ?? 0) * weight) / 100;
  });
  const ofParts = quality_details?.parts.map(({ score: value, weight }) => (value * weight) / 100) ?? [];
  const sum = points.reduce((total, value) => total + value, 0);
  return [
    ...Object.values(WEIGHTS).map(String),
    ...[...points, ...ofParts].map((value) => value.toFixed(1)),
    String(Math.round(sum)),
  ];
}

/** Describes the numbers on the page of a site that are in no answer of the API. */
async function unexplainedOn(domain: string): Promise<string[]> {
  const record = await readJson(`/domain/${domain}.json`);
  const history = await readJson(`/v1/domain/${domain}/history`);
  const html = await readText(`/domain/${domain}`);
  const similar = [...html.slice(html.indexOf('id="similar"')).matchAll(/href="\/domain\/([a-z0-9.-]+\.example)"/g)];
  const others = await Promise.all(similar.map(([, other]) => readJson(`/v1/domain/${other}`)));
  const known = listNumbers([record, history, ...others]);
  for (const number of [...computedNumbers(record), ...EXPLAINED]) known.add(number);
  const wrong: string[] = [];
  for (const [name, words] of readParts(html)) {
    if (WITHOUT_API.includes(name)) continue;
    const compared = words
      .replace(OWNERS_ONLY, '')
      .replace(OF_VISIT, '')
      .replace(name.startsWith('findings') ? FINDING_TEXTS : '', '');
    for (const number of numbersIn(compared)) if (!known.has(number)) wrong.push(`${domain} ${name}: ${number}`);
  }
  return wrong;
}

// Repeat a comparison, because other tests add sites and a page and the API may differ for a moment.
describe('number on a page', () => {
  it('appears in the API for each part of the page of a site', async () => {
    const { results } = z
      .object({ results: z.array(z.object({ domain: z.string() })) })
      .parse(await readJson(`/v1/domains?per_page=${MAX_SITES}&include_unlisted=true`));
    expect(results).toHaveLength(MAX_SITES);
    for (const { domain } of results) await expect.poll(() => unexplainedOn(domain)).toEqual([]);
  });

  it('counts the findings of a site equally in its head, its jumps and its list', async () => {
    for (const domain of ['lumendb.example', 'fietsdokter.example', 'feed-me.example', 'dead-ends.example']) {
      const html = await readText(`/domain/${domain}`);
      const words = readParts(html);
      const counts = (text = '') => [...text.matchAll(/(\d+) (?:error|warning|note)s?\b/g)].map(([, count]) => count);
      const inHead = counts(words.get('head')?.replace(/^.*?(?=\d+ (?:error|warning|note)s?\b)/, ''));
      const inList = counts(/^((?:\d+ (?:error|warning|note)s? ?)+)/.exec(words.get('findings') ?? '')?.[1]);
      const sum = inList.reduce((total, count) => total + Number(count), 0);
      const [, inJumps] = />Findings (\d+)</.exec(html) ?? [];
      expect([domain, inHead, inJumps]).toEqual([domain, inList, String(sum)]);
    }
  });

  it('appears in the manifest on the page of open data', async () => {
    const { manifest } = z.object({ manifest: z.string() }).parse(await readJson('/data/latest.json'));
    const { counts, files } = z
      .object({
        counts: z.object({ shown: z.int(), valid: z.int(), links: z.int() }),
        files: z.record(z.string(), z.object({ rows: z.int() })),
      })
      .parse(await readJson(manifest));
    const words = toWords(await readText('/data'));
    expect(words).toContain(`${group(counts.shown)} domains, ${group(counts.valid)} of them with a valid llms.txt`);
    expect(words).toContain(` ${group(counts.links)} links`);
    const table = words.slice(words.indexOf('All files'));
    const shown = [...table.matchAll(/(\S+\.(?:gz|json)) \D+ ([\d,]+) [\d.]+ kB/g)].map(([, name, rows]) => [
      name,
      rows,
    ]);
    expect(shown).toEqual(Object.entries(files).map(([name, { rows }]) => [name, group(rows)]));
  });

  it.each(['open', 'museum', 'data'])('counts sites, pages and filters of a search: %s', async (query) => {
    await expect.poll(() => differencesOfSearch(query)).toEqual([]);
  });
});

async function differencesOfSearch(query: string): Promise<string[]> {
  const html = await readText(`/search?q=${query}`);
  const find = async (more: string) =>
    group(totalSchema.parse(await readJson(`/v1/search?q=${query}&scope=all&sort=relevance&per_page=1${more}`)).total);
  const pages = z
    .object({ total: z.int(), total_is_estimate: z.boolean().default(false) })
    .parse(await readJson(`/v1/links?q=${query}&per_page=1`));
  const words = toWords(html);
  const wrong = [
    `Sites ${await find('')} `,
    `Pages ${pages.total_is_estimate ? 'about ' : ''}${group(pages.total)} `,
  ].filter((part) => !words.includes(part));
  const filters = [
    ...html.matchAll(/href="\/search\?q=[^&"]+&amp;([^"]+)"[^>]*><bdi>[^<]*<\/bdi><\/a><span class="num">([\d,]+)</g),
  ];
  for (const [, filter = '', count = ''] of filters) {
    const total = await find(`&${filter.replaceAll('&amp;', '&')}`);
    if (total !== count) wrong.push(`${filter}: ${count}, not ${total}`);
  }
  return wrong;
}
