import type { DomainDetail } from '../../src/directory/detail.ts';
import type { BuildOptions } from '../../src/site/build/build-site.ts';
import { toRow } from '../../src/site/content/row.ts';
import { fakeStore } from '../site/build/fake-store.ts';
import { listIndexWords } from '../site/build/index-words.ts';
import { toStored } from '../site/to-stored.ts';
import { detailAt, domainAt, toNumber } from './generate-details.ts';

/** Change of every hundredth domain: nothing, only the visit time, or the file. */
export type Change = 'nothing' | 'visit' | 'content';
const ROUNDS: Readonly<Record<Change, number>> = { nothing: 0, visit: 1, content: 2 };
const ONE_IN = 100;

/**
 * Creates a store that generates each of `count` domains on request. Revisions equal the numbers, and changed domains get later
 * revisions.
 */
export function numberedStore(count: number, change: Change): BuildOptions['store'] {
  const revisions = count + toChanged(count) * ROUNDS[change];
  const at = (revision: number) => (revision < count ? revision : ((revision - count) % toChanged(count)) * ONE_IN);
  const found = (number: number) => changedDetail(detailAt(number), number % ONE_IN === 0 ? change : 'nothing');
  return {
    ...fakeStore([]).store,
    listChanges: async (cursor, limit) => {
      const from = cursor === null ? 0 : Number(cursor);
      const end = Math.min(from + limit, revisions);
      const changes = Array.from({ length: end - from }, (_, step) => {
        const domain = domainAt(at(from + step));
        return { domain, revision: String(from + step), tier: 'listed' as const, removed: false };
      });
      return { changes, cursor: String(end), more: end < revisions };
    },
    getDetails: async (domains) => domains.map((domain) => toStored(found(toNumber(domain)))),
    readIndexWords: (domains) =>
      listIndexWords(domains.map((domain) => toRow(found(toNumber(domain)).facts))).readIndexWords(domains),
    readLastVisits: async () =>
      new Map(
        Array.from({ length: count }, (_, number) => [
          domainAt(number),
          { at: '2026-11-19T22:41:00.000Z', refused: false },
        ]),
      ),
  };
}

/** Returns the number of changed domains, spread over the list like visits. */
export function toChanged(count: number): number {
  return Math.ceil(count / ONE_IN);
}

function changedDetail(detail: DomainDetail, change: Change): DomainDetail {
  if (change === 'nothing') return detail;
  const { facts } = detail;
  const visited = { ...facts, last_checked: '2026-11-20T22:41:00.000Z' };
  if (change === 'visit') return { ...detail, facts: visited };
  return { ...detail, facts: { ...visited, summary: `${facts.title}, and what else is new.` } };
}
