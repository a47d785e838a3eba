import type { AppDeps } from '../../functions/http/app.ts';
import { DirectoryError } from '../../src/directory/errors.ts';
import { getHistory } from '../../src/operations/history/get-history.ts';
import { deleteWatch } from '../../src/operations/watches/delete-watch.ts';
import { hashOwnerKey } from '../../src/ownership/owner-key.ts';
import type { PageQuery } from '../../src/store/pages.ts';
import { GOOD_FILE, observed } from '../functions/http/an-observation.ts';
import { A_STATS, aLogPage, EXAMPLE_SITE, toDetail, toFacts, toLink } from '../functions/http/fake-store.ts';
import { SERVER_SECRET } from '../functions/http/serve-fake.ts';
import { anOwnerKey } from '../ownership/an-owner-key.ts';
import { lookNow, toFirstToken } from '../ownership/to-look.ts';
import { aVersionText } from '../store/a-version-text.ts';

const listSites = (domains: readonly string[]) => (domains.includes(EXAMPLE_SITE.domain) ? [EXAMPLE_SITE] : []);

/** Directory in which every operation succeeds for example.com and fails for its neighbors. */
export const store = {
  lookup: async (domain: string) => (domain === 'example.com' ? toFacts(domain) : null),
  lookupAll: async (domains: readonly string[]) =>
    domains.map((domain) => (domain === 'example.com' ? toFacts(domain) : null)),
  list: async () => ({ total: 1, totalIsEstimate: false, results: [toFacts('example.com')] }),
  search: async () => ({ total: 20_000, totalIsEstimate: true, results: [toFacts('example.com')] }),
  searchLinks: async () => ({ total: 20_000, totalIsEstimate: true, results: [toLink('example.com')] }),
  readChanges: async () => aLogPage([toFacts('example.com'), 'gone.example']),
  findPages: async (queries: readonly PageQuery[]) => queries.map(({ domains }) => listSites(domains)),
  stats: async () => A_STATS,
  countries: async () => [{ country: 'DE', valid: 1, listed: 1, verified: 0 }],
  takeQuotas: async () => ({ allowed: true, standings: [] }),
  countHeldBytes: async () => 0,
  track: async (domains: readonly string[]) =>
    domains[0] === 'example.com' ? { added: 0, known: 1 } : { added: 1, known: 0 },
  getText: async () => ({ hash: 'x', body: GOOD_FILE }),
  listVersions: async ({ domain }: { readonly domain: string }) =>
    domain === 'example.com' ? { total: 1, versions: [...getHistory.example.versions] } : null,
  readVersions: async () =>
    new Map([
      [1, aVersionText(1, GOOD_FILE)],
      [2, aVersionText(2, GOOD_FILE.replace('# ', '# New '))],
    ]),
  getDetail: async (domain: string) => (domain === 'example.com' ? toDetail(domain) : null),
  openWatch: async ({ domain }: { readonly domain: string }) =>
    domain === 'example.com' ? { id: deleteWatch.example.id, result: 'opened' as const } : null,
  deleteWatch: async () => true,
};
export const keys = new Map(['example.com', 'example.info'].map((domain) => [domain, anOwnerKey()]));
export const NO_CHANNELS = {
  webhook_url: null,
  webhook_secret: null,
  webhook_state: null,
  notify_email: null,
  email_state: null,
  notify_changes: false,
} as const;
export const ownership = {
  ...store,
  findKey: async (hash: string) => {
    const [domain] = [...keys].find(([, key]) => hashOwnerKey(SERVER_SECRET, key) === hash) ?? [];
    return domain === undefined ? null : { domain, hash, suspended: false, repeatable: false };
  },
  verifyOwner: async () => 'verified' as const,
  updateProfile: async (domain: string) => store.lookup(domain),
  getChannels: async (domain: string) =>
    domain === 'example.com' ? { ...NO_CHANNELS, webhook_url: 'https://hooks.example.com/' } : null,
  takeRecrawl: async () => ({ allowed: true, retryAfterS: 0 }),
  getOwnerStats: async (domain: string) =>
    domain !== 'example.com'
      ? null
      : {
          lookups: { total: 3, last_24h: 1, last_7d: 2, last_30d: 3, daily: [{ date: '2026-11-20', count: 1 }] },
          score_history: [],
          failure: null,
          proof: null,
          notifications: { ...NO_CHANNELS, recent: [] },
        },
};
export const owners: Partial<AppDeps> = {
  lookForProofs: async ({ domain }) => lookNow(domain, [toFirstToken(domain)]),
  recrawl: async () => {},
  vetWebhook: async () => null,
  challenge: async () => null,
  sendTest: async () => [{ channel: 'webhook', status: 'delivered', detail: null }],
};
export const site = {
  observe: async (domain: string) =>
    domain === 'example.net'
      ? observed(domain, { failure: 'dns' })
      : domain === 'example.org'
        ? observed(domain, { failure: 'timeout' })
        : observed(domain, { status: 200, body: GOOD_FILE }),
  draft: async (domain: string) => {
    if (domain === 'example.net') throw new DirectoryError('site.unreachable', 'Its name does not resolve.');
    if (domain === 'example.org') throw new DirectoryError('site.timeout', 'It did not answer in time.');
    return { text: '# Example\n', pagesRead: 1, notes: ['The sitemap is missing.'] };
  },
};
