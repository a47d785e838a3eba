import type { Observation } from '../../src/directory/visit.ts';
import type { Visitor, VisitProgress } from '../../src/operations/caller.ts';
import { toCheck } from '../../src/operations/check/check-result.ts';
import type { WrittenDraft } from '../../src/operations/check/generate-draft.ts';
import { VISIT_SLOTS } from '../../src/operations/quotas.ts';
import { FairSlots } from '../../src/runtime/fair-slots.ts';
import { SingleFlight, type VisitUnderWay } from './single-flight.ts';

/** Longest stored text for the page with findings. Nearly every file fits, and 500 texts need at most 64 MiB. */
const MAX_TEXT_CHARACTERS = 65_536;

/** Progress callbacks for callers that need only the result. */
export const NO_PROGRESS: VisitProgress = { begun: () => {}, step: () => {} };

/** Visits of sites for callers. A visit does not change the directory, and rejects with the errors of `answeredBy`. */
export interface SiteVisitors {
  /** Visits a site now. The observation contains faults of the site. */
  observe(domain: string, underWay: VisitUnderWay): Promise<Observation>;
  /** Rejects with `DirectoryError` site.unreachable or site.timeout. */
  draft(domain: string, underWay: VisitUnderWay): Promise<WrittenDraft>;
}

/** Checks and drafts, shared by all callers of a process. */
export type SiteVisits = ReturnType<typeof createSiteVisits>;

export function createSiteVisits(visitors: SiteVisitors, now: () => number) {
  const slots = new FairSlots(VISIT_SLOTS, now);
  const checks = new SingleFlight(
    async (domain, underWay) => toCheckedText(await visitors.observe(domain, underWay)),
    slots,
    now,
  );
  const drafts = new SingleFlight(async (domain, underWay) => await visitors.draft(domain, underWay), slots, now);
  return {
    check: (domain: string, visitor: Visitor) => checks.join(domain, visitor),
    draft: (domain: string, visitor: Visitor) => drafts.join(domain, visitor),
    /** Reports whether a check or draft is running or stored, so that a new request causes no visit. */
    knows: (kind: 'check' | 'draft', domain: string) => (kind === 'check' ? checks : drafts).knows(domain),
  };
}

/** Returns the result of a visit without the visit, which contains megabytes of text. */
function toCheckedText(observation: Observation) {
  const text = observation.inspection?.text ?? null;
  return {
    check: toCheck(observation),
    /** Null if the response has no text. */
    // Copy the text, because a substring keeps the whole string in memory.
    text: text === null ? null : Buffer.from(text.slice(0, MAX_TEXT_CHARACTERS)).toString(),
    /** False if `text` is cut. */
    whole: text === null || text.length <= MAX_TEXT_CHARACTERS,
    /** Bytes of the whole text. */
    bytes: Buffer.byteLength(text ?? ''),
  };
}
