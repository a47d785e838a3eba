import type { DomainDetail } from '../../../src/directory/detail.ts';
import type { Survey } from '../../../src/directory/survey.ts';
import type { BuildStore } from '../../../src/site/build/build-site.ts';
import { toRow } from '../../../src/site/content/row.ts';
import { toStored } from '../to-stored.ts';
import { listIndexWords } from './index-words.ts';

/** Store of these details for builds. Each put increases the revision. */
export interface FakeStore {
  readonly store: BuildStore;
  put(detail: DomainDetail): void;
  remove(domain: string): void;
  readonly asked: string[];
}

export function fakeStore(details: readonly DomainDetail[], survey: Survey = SURVEY): FakeStore {
  const known = new Map<string, { detail: DomainDetail | null; revision: number }>();
  let revision = 0;
  const asked: string[] = [];
  const put = (detail: DomainDetail) => known.set(detail.facts.domain, { detail, revision: ++revision });
  for (const detail of details) put(detail);
  const all = () => [...known.values()].flatMap(({ detail }) => detail ?? []);
  const counted = () => all().filter(({ facts }) => facts.tier !== 'rejected');
  return {
    asked,
    put,
    remove: (domain) => known.set(domain, { detail: null, revision: ++revision }),
    store: {
      listChanges: async (cursor, limit) => {
        const after = cursor === null ? 0 : Number(cursor);
        const found = [...known]
          .filter(([, entry]) => entry.revision > after && (entry.detail || cursor !== null))
          .toSorted(([, a], [, b]) => a.revision - b.revision);
        const changes = found.slice(0, limit).map(([domain, entry]) => ({
          domain,
          revision: String(entry.revision),
          tier: entry.detail?.facts.tier ?? null,
          removed: entry.detail === null,
        }));
        return { changes, cursor: changes.at(-1)?.revision ?? cursor ?? '0', more: found.length > limit };
      },
      getDetails: async (domains) => {
        asked.push(...domains);
        return domains.flatMap((domain) => {
          const detail = known.get(domain)?.detail;
          return detail ? [toStored(detail)] : [];
        });
      },
      readIndexWords: (domains) => listIndexWords(all().map(({ facts }) => toRow(facts))).readIndexWords(domains),
      stats: async () => ({
        domains_tracked: all().length,
        valid_llms_txt: 3,
        listed: 2,
        verified: counted().filter(({ facts }) => facts.verified).length,
        with_llms_full_txt: 3,
        pending: 0,
        last_checked: '2026-11-19T22:41:00.000Z',
      }),
      countries: async () => [{ country: 'NO', valid: 3, listed: 2, verified: 1 }],
      readLastVisits: async () =>
        new Map(counted().map(({ facts }) => [facts.domain, { at: facts.last_checked, refused: false }])),
      survey: async () => survey,
    },
  };
}

/** Fake statistics, because no build test checks them. */
const SURVEY: Survey = {
  statuses: { valid: 3, invalid: 1, unreachable: 0, pending: 0 },
  tiers: { featured: 0, listed: 2, unlisted: 1, rejected: 1, waiting: 0 },
  days: [
    { day: '2026-02-03', tracked: 3, valid: 2 },
    { day: '2026-04-01', tracked: 1, valid: 1 },
  ],
  files: 3,
  bytes: [
    { up_to: 1000, sites: 2 },
    { up_to: null, sites: 1 },
  ],
  links: [
    { up_to: 0, sites: 1 },
    { up_to: 10, sites: 2 },
    { up_to: null, sites: 0 },
  ],
  rules: [{ id: 'no-notes', sites: 2 }],
  broken: [{ domain: 'quiet.example', status: 'invalid', at: '2026-05-04T00:00:00.000Z' }],
  recovered: [{ domain: 'mooring.example', status: 'valid', at: '2026-05-06T00:00:00.000Z' }],
  climbers: [],
};
