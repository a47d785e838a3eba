import type { ListQuery } from '../../src/store/store.ts';
import { mulberry32 } from '../mulberry32.ts';

/** Row of lists and searches, for plain reference functions. */
export interface ModelRow {
  readonly domain: string;
  readonly status: 'pending' | 'valid' | 'invalid' | 'unreachable';
  readonly tier: 'featured' | 'listed' | 'unlisted' | 'rejected' | null;
  readonly authority: number | null;
  readonly verified: boolean;
  readonly title: string | null;
  readonly summary: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly country: string | null;
}

export function listRows(rows: readonly ModelRow[], query: Omit<ListQuery, 'page' | 'perPage'>): readonly ModelRow[] {
  return rows
    .filter(({ tier }) => tier === 'featured' || tier === 'listed' || (query.includeUnlisted && tier !== 'rejected'))
    .filter(({ verified }) => verified || !query.verified)
    .toSorted(
      (a, b) =>
        Number(b.verified) - Number(a.verified) ||
        (b.authority ?? -1) - (a.authority ?? -1) ||
        (a.domain < b.domain ? -1 : 1),
    );
}

const WORDS = [
  'docs',
  'api',
  'cloud',
  'shop',
  'garden',
  'music',
  'train',
  'river',
  'paper',
  'light',
  'stone',
  'online',
];

/** Creates `count` rows from a seed. Few names start alike, authority is skewed, and each word is in every third row. */
export function generateRows(count: number, seed: number): readonly ModelRow[] {
  const random = mulberry32(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] ?? fail();
  const words = (n: number) => Array.from({ length: n }, () => pick(WORDS)).join(' ');
  return Array.from({ length: count }, (_, i) => {
    const status = pick(['valid', 'valid', 'valid', 'invalid', 'unreachable', 'pending'] as const);
    const tier =
      status === 'pending'
        ? null
        : status === 'valid'
          ? pick(['featured', 'listed', 'listed', 'unlisted', 'rejected'] as const)
          : 'unlisted';
    return {
      domain: `${pick(WORDS)}-${pick(WORDS)}${i}.example`,
      status,
      tier,
      authority: status === 'pending' ? null : Math.floor(random() ** 3 * 101),
      verified: random() < 0.05,
      title: status === 'pending' ? null : words(3),
      summary: random() < 0.3 ? `${words(5)} everywhere` : words(5),
      description: random() < 0.1 ? words(4) : null,
      tags: random() < 0.1 ? [...new Set([pick(WORDS), pick(WORDS)])] : [],
      country: pick(['DE', 'FR', 'JP', '']) || null,
    };
  });
}

function fail(): never {
  throw new Error('an empty list has nothing to pick');
}
