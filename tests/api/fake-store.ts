import type { PublicFacts } from '../../src/directory/record.ts';
import type { OperationStore } from '../../src/operations/context.ts';

/** A store that refuses every call that a test does not expect. */
export function fakeStore(expected: Partial<OperationStore>): OperationStore {
  const refuse = (name: string) => () => Promise.reject(new Error(`unexpected call of store.${name}`));
  return {
    lookup: refuse('lookup'),
    list: refuse('list'),
    search: refuse('search'),
    stats: refuse('stats'),
    countries: refuse('countries'),
    getDetail: refuse('getDetail'),
    getText: refuse('getText'),
    track: refuse('track'),
    ...expected,
  };
}

const FIRST_SEEN = '2026-11-01T08:00:00.000Z';

/** A valid, unverified domain. */
export function factsOf(domain: string, change: Partial<PublicFacts> = {}): PublicFacts {
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
    contact: null,
    sections: 2,
    links: 7,
    rank: 1234,
    registered_at: null,
    country: 'DE',
    first_seen: FIRST_SEEN,
    last_checked: '2026-11-02T08:00:00.000Z',
    ...change,
  };
}
