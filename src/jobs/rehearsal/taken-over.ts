import type { StoredVisit, UnjudgedSites } from '../../store/rehearsal.ts';

/** Verdicts that a rehearsal takes over, each with the reason: the text does not decide them, or there is none. */
const KINDS = [
  { id: 'decided', verdict: 'decided by an operator', reason: 'A decision stands whatever the text says.' },
  { id: 'opted-out', verdict: 'opted out', reason: 'robots.txt decides it, which is not stored.' },
  { id: 'homepage', verdict: 'parked by the homepage', reason: 'There is no file, and homepages are not stored.' },
  { id: 'invalid', verdict: 'invalid', reason: 'An answer that is no valid file is not stored.' },
  { id: 'unreachable', verdict: 'unreachable', reason: 'There was no answer.' },
  { id: 'pending', verdict: 'pending', reason: 'There was no visit yet.' },
  { id: 'valid', verdict: 'valid', reason: 'No text is stored.' },
] as const;
export type TakenOverKind = (typeof KINDS)[number]['id'];

/** How many sites have a verdict that is taken over for one reason. */
export interface TakenOver {
  readonly id: TakenOverKind;
  readonly verdict: string;
  readonly reason: string;
  sites: number;
}

/** The sites without a valid text by reason; those whose text is judged, but whose tier stands, are yet to be added. */
export function countTakenOver(unjudged: readonly UnjudgedSites[]): TakenOver[] {
  const takenOver: TakenOver[] = KINDS.map((kind) => ({ ...kind, sites: 0 }));
  for (const { status, by_homepage, sites } of unjudged)
    addTakenOver(takenOver, by_homepage ? 'homepage' : status, sites);
  return takenOver;
}

export function addTakenOver(takenOver: readonly TakenOver[], kind: TakenOverKind, sites: number): void {
  const found = takenOver.find(({ id }) => id === kind);
  if (found !== undefined) found.sites += sites;
}

/** Why the tier of a stored visit stands although its text is judged; null: it follows from the judgement. */
export function standingTier({ ruling, rejection }: StoredVisit): 'decided' | 'opted-out' | null {
  if (ruling !== null || rejection === 'block-list') return 'decided';
  return rejection === 'opt-out' ? 'opted-out' : null;
}
