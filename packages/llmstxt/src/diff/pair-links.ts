import { normalizeUrl } from '../address/normalize-url.ts';
import { groupBy } from '../group-by.ts';
import { addPair, type Pairs, pairBy } from './pair-by.ts';

/** A link and the section that it stands in; null before the sections. */
export interface PlacedLink {
  readonly url: string;
  readonly title: string;
  readonly notes: string | null;
  readonly section: string | null;
}

/** What two links of one address may have in common, the most telling first: a file may name an address many times. */
const LIKENESS = [['section', 'title', 'notes'], ['section', 'title'], ['section'], ['title'], []] as const;

/** Each link with its likest of the other version that has its address, in any spelling. */
export function pairLinks(before: readonly PlacedLink[], after: readonly PlacedLink[]): Pairs<PlacedLink> {
  const pairs: Pairs<PlacedLink> = new Map();
  const keyOf = ({ url }: PlacedLink) => normalizeUrl(url);
  const afterByUrl = groupBy(after, keyOf);
  for (const [url, old] of groupBy(before, keyOf)) {
    const now = afterByUrl.get(url);
    if (now) pairSameUrl(pairs, old, now);
  }
  return pairs;
}

function pairSameUrl(pairs: Pairs<PlacedLink>, before: readonly PlacedLink[], after: readonly PlacedLink[]): void {
  const [was, is] = [before[0], after[0]];
  // Most files have an address once.
  if (was && is && before.length === 1 && after.length === 1) {
    addPair(pairs, was, is);
    return;
  }
  for (const members of LIKENESS) {
    pairBy(pairs, before, after, (link) => JSON.stringify(members.map((member) => link[member])));
  }
}
