import type { StoredVisit, UnjudgedSites } from '../../store/rehearsal.ts';

/** Reasons to reuse a verdict: the verdict does not depend on the text, or the text is missing. */
const KINDS = [
  { id: 'decided', verdict: 'decided by an operator', reason: 'A decision does not depend on the text.' },
  { id: 'opted-out', verdict: 'opted out', reason: 'robots.txt decides it, which is not stored.' },
  { id: 'homepage', verdict: 'parked by the homepage', reason: 'Homepages are not stored.' },
  { id: 'invalid', verdict: 'invalid', reason: 'A response without a valid file is not stored.' },
  { id: 'unreachable', verdict: 'unreachable', reason: 'There was no answer.' },
  { id: 'pending', verdict: 'pending', reason: 'There was no visit yet.' },
  { id: 'valid', verdict: 'valid', reason: 'No text is stored.' },
] as const;
export type TakenOverKind = (typeof KINDS)[number]['id'];

/** Number of sites with a verdict reused for one reason. */
export type ReusedVerdict = ReturnType<typeof countReusedVerdicts>[number];

/** Counts sites without a valid text by reason. Sites with a judged text and a fixed tier are added later. */
export function countReusedVerdicts(unjudged: readonly UnjudgedSites[]) {
  const takenOver = KINDS.map((kind) => ({ ...kind, sites: 0 }));
  for (const { status, by_homepage, sites } of unjudged)
    addTakenOver(takenOver, by_homepage ? 'homepage' : status, sites);
  return takenOver;
}

export function addTakenOver(takenOver: readonly ReusedVerdict[], kind: TakenOverKind, sites: number): void {
  const verdict = takenOver.find(({ id }) => id === kind);
  if (verdict !== undefined) verdict.sites += sites;
}

/** Returns the reason that the tier of a judged visit is fixed, or null. The visit has a valid file, so only its homepage can be parked. */
export function standingTier({ ruling, rejection }: StoredVisit): 'decided' | 'opted-out' | 'homepage' | null {
  if (ruling !== null || rejection === 'block-list') return 'decided';
  if (rejection === 'parked') return 'homepage';
  return rejection === 'opt-out' ? 'opted-out' : null;
}
