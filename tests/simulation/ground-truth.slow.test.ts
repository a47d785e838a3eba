import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crawl } from '../../src/crawl/crawl.ts';
import type { CrawlReport } from '../../src/crawl/steps/settle.ts';
import type { DomainDetail } from '../../src/directory/detail.ts';
import type { TwinRule } from '../../src/directory/page-twins.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import { rehearse } from '../../src/jobs/rehearsal/rehearse.ts';
import { silentLog } from '../../src/runtime/log.ts';
import { openStore } from '../../src/store/open-store.ts';
import { readDetail } from '../../src/store/read-detail.ts';
import type { Store } from '../../src/store/store.ts';
import { testVisitTools } from '../crawl/test-visit-tools.ts';
import { folderOfFile } from '../temp-folder.ts';
import { toTruth } from './ground-truth.ts';
import { type OpenWeb, openWeb } from './open-web.ts';
import type { SiteKind, SitePlan } from './site-plan.ts';

/**
 * Number of sites, enough for every kind of site. Run all with `SIMULATED_SITES=20000 npx vitest run --project slow
 * tests/simulation`.
 */
const SITES = Number(process.env['SIMULATED_SITES'] ?? 300);
const SEED = 20_261_120;
const STARTED_AT = Date.now();
const BATCH = 200;
/** Interval of compared texts. Texts are long, so only some are compared. */
const TEXTS_EVERY = 10;
const MAX_SHOWN = 10;
/** Members of the evidence without an expectation. */
const SEEN_ONLY = ['duration_ms', 'chain', 'status', 'failure', 'headers', 'hash', 'bytes', 'robots'];

let web: OpenWeb;
let store: Store;
const folder = folderOfFile();
let report: CrawlReport;

beforeAll(async () => {
  web = await openWeb({ seed: SEED, count: SITES, startedAt: STARTED_AT });
  store = await openStore({ dataDir: folder, access: 'own' });
  const plans = Array.from({ length: SITES }, (_, i) => web.truth.planOf(i));
  await store.track(plans.map(({ domain }) => domain));
  for (let at = 0; at < SITES; at += BATCH) {
    await store.setFacts(
      plans.slice(at, at + BATCH).map((plan) => ({
        domain: plan.domain,
        rank: plan.rank,
        registered_at:
          plan.registeredDaysAgo === null
            ? null
            : new Date(STARTED_AT - plan.registeredDaysAgo * 86_400_000).toISOString(),
      })),
    );
  }
  report = await run('first');
}, 3_600_000);

afterAll(async () => {
  await store?.close();
  await web?.close();
});

async function run(id: string): Promise<CrawlReport> {
  const net = web.openNet();
  try {
    return await crawl({
      store,
      // Use few connections, because the simulated web shares the machine, and a slow answer would count as a timeout.
      tools: testVisitTools(net, {
        pacing: createPacing({ gapMs: 0, maxOpen: 8, now: Date.now }),
        isHostAllowed: web.endpoints.isMapped,
      }),
      log: silentLog,
      run: { id, kind: 'scheduled' },
      worker: 'test',
    });
  } finally {
    await net.close();
  }
}

/** Lists the members of `actual` that differ from the expectation or have none. */
function differences(plan: SitePlan, expected: object, actual: object, left: ReadonlySet<string>): string[] {
  const wanted = new Map(Object.entries(expected));
  return Object.entries(actual).flatMap(([name, value]) => {
    if (left.has(name) || isDeepStrictEqual(value, wanted.get(name))) return [];
    return [`${plan.domain} (${plan.kind}) ${name}: ${JSON.stringify(value)}, not ${JSON.stringify(wanted.get(name))}`];
  });
}

async function* details(): AsyncGenerator<{ detail: DomainDetail; index: number }> {
  const indexes = new Map(Array.from({ length: SITES }, (_, i) => [web.truth.planOf(i).domain, i]));
  const names = [...indexes.keys()];
  for (let at = 0; at < names.length; at += BATCH) {
    for (const stored of await store.getDetails(names.slice(at, at + BATCH))) {
      yield { detail: readDetail(stored), index: indexes.get(stored.facts.domain) ?? -1 };
    }
  }
}

it('visits every site once without an internal error', () => {
  expect(report).toMatchObject({ visited: SITES, errors: 0, lost: 0, broken: false, ended: 'nothing-due' });
});

it(`gives every field of ${SITES} sites its expected value`, { timeout: 600_000 }, async () => {
  const kinds = new Map<SiteKind, number>();
  let seen = 0;
  const wrong: string[] = [];
  for await (const { detail, index } of details()) {
    const plan = web.truth.planOf(index);
    const at = detail.facts.last_checked ?? '';
    expect(Date.parse(at)).toBeGreaterThanOrEqual(STARTED_AT);
    const { state, findings, url, finalUrl: final_url, text } = toTruth(plan, STARTED_AT, at);
    const { facts, evidence, history, preview, similar, quality_details, versions, twins, ...others } = detail;
    const { section_names: _, has_markdown: __, agents: ___, ...rest } = others;
    const { components, score_version, summary_source, country_basis, rejection, failure } = state;
    const { content_changed_at, language } = state;
    const known = {
      proof_missing_since: null,
      nested: [],
      components,
      score_version,
      summary_source,
      country_basis,
      rejection,
      failure,
      content_changed_at,
      language: language?.split('-')[0] ?? null,
    };
    const counted: Record<string, number> = {};
    for (const { id } of rest.findings) counted[id] = (counted[id] ?? 0) + 1;
    wrong.push(
      ...differences(plan, state, facts, new Set(['first_seen'])),
      ...differences(plan, { ...known, findings }, { ...rest, findings: counted }, new Set()),
      ...differences(plan, { at, url, final_url, not_modified: false }, evidence ?? {}, new Set(SEEN_ONLY)),
      ...differences(plan, { points: state.status === 'pending' ? 0 : 1 }, { points: history.length }, new Set()),
      ...differences(
        plan,
        { quality: components.quality ?? null },
        { quality: state.status === 'valid' ? (quality_details?.score ?? null) : components.quality },
        new Set(),
      ),
      ...differences(
        plan,
        { versions: text === null ? [] : [[1, at, at, state.title, state.status]] },
        { versions: versions.map((v) => [v.version, v.first_seen, v.last_seen, v.title, v.status]) },
        new Set(),
      ),
      ...differences(plan, { preview: state.title }, { preview: preview?.title ?? null }, new Set()),
    );
    for (const rule of twins) wrong.push(...differences(plan, expectedTwins(plan, rule), rule, new Set()));
    if (index % TEXTS_EVERY === 0) {
      const stored = await store.getText(plan.domain);
      // The store returns texts of listed sites only.
      const shown = state.tier === 'listed' || state.tier === 'featured' ? text : null;
      wrong.push(...differences(plan, { text: shown }, { text: stored?.body ?? null }, new Set()));
    }
    for (const { domain } of similar) expectListed(domain, plan.domain);
    kinds.set(plan.kind, (kinds.get(plan.kind) ?? 0) + 1);
    seen += 1;
  }
  expect(wrong.slice(0, MAX_SHOWN)).toEqual([]);
  expect(seen).toBe(SITES);
  expect(kinds.size).toBeGreaterThan(SITES >= 300 ? 14 : 8);
});

/**
 * Returns the expected versions. All pages except homepages are listed as Markdown. Visits try random pages, and some are gone.
 */
function expectedTwins(plan: SitePlan, { pages, tested, found, tested_at }: TwinRule): TwinRule {
  if (pages === `${plan.domain}/`) return { pages, by: null, tested: 1, found: [], tested_at };
  const links = plan.sections[Number(pages.split('/')[1])] ?? [];
  const there = new Set(links.filter(({ dead }) => !dead).map(({ path }) => path));
  const expected = found.filter(({ page, markdown }) => there.has(new URL(page).pathname) && page === markdown);
  return {
    pages,
    by: expected.length > 0 ? 'listed' : null,
    tested: there.size < links.length ? tested : expected.length,
    found: expected,
    tested_at,
  };
}

it('judges stored visits the same way', { timeout: 600_000 }, async () => {
  const { judged, reproduced, notReproduced, flips, rules, qualityChanges } = await rehearse(store);
  expect({ notReproduced, flips, rules }).toEqual({ notReproduced: [], flips: [], rules: [] });
  expect(judged).toBe((await store.stats()).valid_llms_txt);
  expect(reproduced).toBe(judged);
  expect(qualityChanges['unchanged']).toBe(judged);
});

it('stores the expected state between visits', { timeout: 600_000 }, async () => {
  const wrong: string[] = [];
  await store.openRun({ id: 'looking', kind: 'on-demand' });
  for (let from = 0; from < SITES; from += BATCH) {
    const plans = Array.from({ length: Math.min(BATCH, SITES - from) }, (_, i) => web.truth.planOf(from + i));
    const byName = new Map(plans.map((plan) => [plan.domain, plan]));
    const domains = [...byName.keys()];
    const claimed = await store.lease({ run: 'looking', worker: 'test', limit: BATCH, leaseMs: 60_000, domains });
    expect(claimed).toHaveLength(domains.length);
    for (const { state, lease } of claimed) {
      const plan = byName.get(state.domain);
      if (!plan) throw new Error(state.domain);
      const expected = { ...toTruth(plan, STARTED_AT, state.last_checked ?? '').state, proof: null };
      wrong.push(...differences(plan, expected, state, new Set(['first_seen'])));
      expect(Date.parse(state.first_seen)).toBeLessThanOrEqual(Date.parse(state.last_checked ?? ''));
      await store.release(lease, new Date(Date.now() + 86_400_000).toISOString());
    }
  }
  expect(wrong.slice(0, MAX_SHOWN)).toEqual([]);
});

/** Expects that similar sites are other visible sites. */
function expectListed(domain: string, besides: string): void {
  expect(domain).not.toBe(besides);
  const plan = web.truth.planOf(Number(/-(\d+)\.example$/.exec(domain)?.[1]));
  expect(plan.domain).toBe(domain);
  expect(['listed', 'featured']).toContain(toTruth(plan, STARTED_AT, new Date().toISOString()).state.tier);
}

it('gives totals, lists and map that agree with the sites', async () => {
  const states = Array.from({ length: SITES }, (_, i) =>
    toTruth(web.truth.planOf(i), STARTED_AT, new Date().toISOString()),
  ).map(({ state }) => state);
  const counted = states.filter(({ tier }) => tier !== 'rejected');
  const count = (is: (state: (typeof states)[number]) => boolean) => counted.filter(is).length;
  expect(await store.stats()).toMatchObject({
    domains_tracked: SITES,
    valid_llms_txt: count(({ status }) => status === 'valid'),
    pending: count(({ status }) => status === 'pending'),
    with_llms_full_txt: count(({ llms_full_txt }) => llms_full_txt !== null),
    verified: 0,
  });
  expect(await store.verifyCounters()).toEqual([]);
});
