import type { AppDeps } from '../../../functions/http/app.ts';
import type { StoredDetail } from '../../../src/directory/detail.ts';
import type { FoundLink } from '../../../src/directory/link.ts';
import type { PublicFacts } from '../../../src/directory/record.ts';
import type { LogPage } from '../../../src/store/change-log.ts';
import { toPageSite } from '../../directory/page-site.ts';

type FakeStore = AppDeps['store'];

/** Creates a store that refuses unexpected calls. */
export function fakeStore(expected: Partial<FakeStore>): FakeStore {
  const refuse = (name: string) => () => Promise.reject(new Error(`unexpected call of store.${name}`));
  return {
    lookup: refuse('lookup'),
    lookupAll: refuse('lookupAll'),
    list: refuse('list'),
    listFiltered: refuse('listFiltered'),
    search: refuse('search'),
    searchLinks: refuse('searchLinks'),
    readChanges: refuse('readChanges'),
    findPages: refuse('findPages'),
    stats: refuse('stats'),
    countries: refuse('countries'),
    lastChange: async () => '2026-11-20T10:00:00.000Z',
    getDetail: refuse('getDetail'),
    // A badge uses the data of a lookup.
    getSummaries: async (domains) => {
      const known = await Promise.all(domains.map(expected.lookup ?? refuse('getSummaries')));
      return known.flatMap((facts) => (facts ? { ...toDetail(facts.domain), facts } : []));
    },
    getText: refuse('getText'),
    listVersions: refuse('listVersions'),
    readVersions: refuse('readVersions'),
    track: refuse('track'),
    takeQuotas: refuse('takeQuotas'),
    // By default, no domain has had a key.
    getClaimStanding: async (domain) => {
      const facts = await (expected.lookup ?? (async () => toFacts(domain, { status: 'pending' })))(domain);
      const basis = facts && { ...facts, rejection: null, components: NO_COMPONENTS };
      return { ...NEVER_CLAIMED, basis, llms_txt: facts?.llms_txt ?? null };
    },
    verifyOwner: refuse('verifyOwner'),
    repeatKey: refuse('repeatKey'),
    findKey: refuse('findKey'),
    endRepeat: refuse('endRepeat'),
    replaceKeyHash: refuse('replaceKeyHash'),
    updateProfile: refuse('updateProfile'),
    getChannels: refuse('getChannels'),
    confirmEmail: refuse('confirmEmail'),
    unsubscribeEmail: refuse('unsubscribeEmail'),
    getOwnerStats: refuse('getOwnerStats'),
    takeRecrawl: refuse('takeRecrawl'),
    countHeldBytes: async () => 0,
    openWatch: refuse('openWatch'),
    deleteWatch: refuse('deleteWatch'),
    ...expected,
  };
}

/** State of an untracked domain for a claim. */
export const NEVER_CLAIMED = { generation: 0, basis: null, llms_txt: null, issued: null } as const;

const NO_COMPONENTS = { reach: null, trust: null, quality: null, freshness: null };
const FIRST_SEEN = '2026-11-01T08:00:00.000Z';

/** Creates a valid, unverified domain. */
export function toFacts(domain: string, change: Partial<PublicFacts> = {}): PublicFacts {
  return {
    domain,
    status: 'valid',
    tier: 'listed',
    authority: 42,
    verified: false,
    verified_at: null,
    llms_txt: `https://${domain}/llms.txt`,
    llms_full_txt: null,
    nested_llms_txt: [],
    title: 'Example',
    summary: 'An example site.',
    description: null,
    tags: [],
    topics: [],
    contact: null,
    sections: 2,
    links: 7,
    generator: null,
    rank: 1234,
    registered_at: null,
    country: 'DE',
    first_seen: FIRST_SEEN,
    last_checked: '2026-11-02T08:00:00.000Z',
    ...change,
  };
}

/** Creates a domain with few details. */
export function toDetail(domain: string): StoredDetail {
  return {
    facts: toFacts(domain),
    components: { reach: 1, trust: 2, quality: 3, freshness: null },
    score_version: 1,
    summary_source: null,
    country_basis: null,
    language: null,
    rejection: null,
    failure: null,
    proof_missing_since: null,
    content_changed_at: null,
    section_names: [],
    has_markdown: false,
    evidence: null,
    seen: null,
    answer: null,
    bytes: null,
    hash: null,
    text: null,
    nested: [],
    twins: [],
    agents: null,
    history: [],
    versions: [],
    similar: [],
  };
}

/** Creates a link of a site's file, as the store returns it. */
export function toLink(domain: string, given: Partial<FoundLink> = {}): FoundLink {
  return {
    title: 'Guides',
    url: `https://${domain}/guides.md`,
    notes: 'How things are done',
    section: 'Docs',
    domain,
    site: 'Example',
    authority: 40,
    verified: false,
    ...given,
  };
}

/** Site example.com with one link, as the lookup of a page returns it. */
export const EXAMPLE_SITE = toPageSite('example.com', { title: 'Example', links: [toLink('example.com')] });

/** Counts of a directory with one listed domain. */
export const A_STATS = {
  domains_tracked: 1,
  valid_llms_txt: 1,
  listed: 1,
  verified: 0,
  with_llms_full_txt: 0,
  pending: 0,
  last_checked: '2026-11-20T09:00:00.000Z',
};

const INSTANCE = '6b1f0c3e-0d0b-4c57-9a55-2f1c4b8f9a10';

/** Creates a page of the change log with new records and removed domains. */
export function aLogPage(entries: readonly (PublicFacts | string)[], given: Partial<LogPage> = {}): LogPage {
  const changes = entries.map((entry, at) => {
    const domain = typeof entry === 'string' ? entry : entry.domain;
    return {
      seq: `${String(100 + at).padStart(20, '0')}.${domain}`,
      at: FIRST_SEEN,
      domain,
      kind: typeof entry === 'string' ? ('removed' as const) : ('added' as const),
      record: typeof entry === 'string' ? null : entry,
    };
  });
  const last = changes.at(-1);
  const cursor = `${INSTANCE}.${last ? `${99 + changes.length}.${last.domain}` : '0.'}`;
  return { changes, cursor, more: false, restarted: false, ...given };
}
