import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judge } from '../../src/crawl/steps/judge.ts';
import { observe } from '../../src/crawl/steps/observe.ts';
import { newDomain } from '../../src/directory/new-domain.ts';
import type { DomainState } from '../../src/directory/state.ts';
import { createNet } from '../../src/fetch/create-net.ts';
import type { Net } from '../../src/fetch/net.ts';
import { createPacing } from '../../src/fetch/pacing.ts';
import type { SampleSite } from '../../src/sandbox/sample-site.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { testVisitTools } from '../crawl/test-visit-tools.ts';
import { readTestWeb } from './test-web.ts';

/** Expected data from the homepage and llms-full.txt of some sites. The crawl's tests cover status and tier. */
const learned: readonly { domain: string; country: string | null; full: string | null; links: number }[] = [
  { domain: 'lumendb.example', country: 'US', full: 'https://lumendb.example/llms-full.txt', links: 11 },
  { domain: 'baeckerei-morgenrot.example', country: 'DE', full: null, links: 7 },
  { domain: 'porto-azul-dados.example', country: 'BR', full: null, links: 7 },
  { domain: 'shanhe-tea.example', country: 'TW', full: null, links: 5 },
  { domain: 'bokcafe-lyktan.example', country: 'FI', full: null, links: 4 },
  { domain: 'lighthouse-keepers.example', country: null, full: null, links: 4 },
  { domain: 'paperplane-post.example', country: 'CA', full: null, links: 4 },
  { domain: 'numbered-steps.example', country: null, full: null, links: 3 },
  { domain: 'table-manners.example', country: 'ZA', full: null, links: 3 },
  { domain: 'utf16-radio-archive.example', country: 'GB', full: null, links: 2 },
  { domain: 'www-only.example', country: null, full: null, links: 2 },
  { domain: 'star-catalogue.example', country: null, full: null, links: 6000 },
];

const web = await readTestWeb();
const states = new Map<string, DomainState>();
let dataDir: string;
let sandbox: Sandbox;
let net: Net;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  sandbox = await startSandbox({ sites: web, dataDir, now: Date.now });
  // Use a dead DNS server, so that a query for a name outside the sandbox would fail.
  net = createNet({ servers: ['127.0.0.1:1'], userAgent: 'llms-txt-directory', sandbox, now: Date.now });
  await Promise.all(
    web.sites
      .filter(({ domain }) => learned.some((site) => site.domain === domain))
      .map(async (site) => states.set(site.domain, await firstVisit(site))),
  );
});
afterAll(async () => {
  await net.close();
  await sandbox.close();
  await rm(dataDir, { recursive: true });
});

async function firstVisit(site: SampleSite): Promise<DomainState> {
  const before: DomainState = {
    ...newDomain(site.domain, new Date().toISOString()),
    rank: site.rank,
    registered_at: site.registered_at,
    verified: site.owner !== undefined,
    verified_at: site.owner?.verified_at ?? null,
    tags: site.owner?.tags ?? [],
    nested_llms_txt: site.owner?.nested_llms_txt ?? [],
  };
  const pacing = createPacing({ gapMs: 0, now: Date.now });
  const tools = testVisitTools(net, { pacing, isHostAllowed: sandbox.isMapped });
  const observation = await observe(before, tools, { purpose: 'crawl', signal: new AbortController().signal });
  return judge(before, observation, { now: Date.now(), random: () => 0.5 }).next;
}

describe('a first visit', () => {
  it.each(learned)('stores for $domain: country $country, llms-full.txt $full, $links links', (expected) => {
    const state = states.get(expected.domain);
    expect(state).toMatchObject({ country: expected.country, llms_full_txt: expected.full, links: expected.links });
  });
});
