import { type Pairs, pairBy } from './pair-by.ts';

/** A link and the section that it stands in; null before the sections. */
export interface PlacedLink {
  readonly url: string;
  readonly title: string;
  readonly notes: string | null;
  readonly section: string | null;
}

/** What two links of one address may have in common, the most telling first: a file may name an address many times. */
const LIKENESS = [['section', 'title', 'notes'], ['section', 'title'], ['section'], ['title'], []] as const;

/** Each link with its likest of the other version that has its address. */
export function pairLinks(before: readonly PlacedLink[], after: readonly PlacedLink[]): Pairs<PlacedLink> {
  const pairs: Pairs<PlacedLink> = new Map();
  for (const members of LIKENESS) {
    pairBy(pairs, before, after, (link) => JSON.stringify([link.url, ...members.map((member) => link[member])]));
  }
  return pairs;
}
