import { normalizeUrl } from '../address/normalize-url.ts';
import { groupBy } from '../group-by.ts';
import { addPair, type Pairs, pairBy } from './pair-by.ts';

/** Link with its section, or null before the first section. */
export interface PlacedLink {
  readonly url: string;
  readonly title: string;
  readonly notes: string | null;
  readonly section: string | null;
}

/** Common features of two links with one URL, strongest first. A file may repeat a URL. */
const LIKENESS = [['section', 'title', 'notes'], ['section', 'title'], ['section'], ['title'], []] as const;

/** Pairs each link with the most similar link of the other version that has its URL in any spelling. */
export function pairLinks(before: readonly PlacedLink[], after: readonly PlacedLink[]): Pairs<PlacedLink> {
  const pairs: Pairs<PlacedLink> = new Map();
  const toKey = ({ url }: PlacedLink) => normalizeUrl(url);
  const afterByUrl = groupBy(after, toKey);
  for (const [url, old] of groupBy(before, toKey)) {
    const now = afterByUrl.get(url);
    if (now) pairSameUrl(pairs, old, now);
  }
  return pairs;
}

function pairSameUrl(pairs: Pairs<PlacedLink>, before: readonly PlacedLink[], after: readonly PlacedLink[]): void {
  const [was, is] = [before[0], after[0]];
  // Most files contain a URL once.
  if (was && is && before.length === 1 && after.length === 1) {
    addPair(pairs, was, is);
    return;
  }
  for (const members of LIKENESS) {
    pairBy(pairs, before, after, (link) => JSON.stringify(members.map((member) => link[member])));
  }
}
