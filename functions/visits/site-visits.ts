import type { Observation } from '../../src/directory/visit.ts';
import type { Visitor, VisitProgress } from '../../src/operations/caller.ts';
import { type Check, checkOf } from '../../src/operations/check-result.ts';
import type { WrittenDraft } from '../../src/operations/generate-draft.ts';
import { VISIT_SLOTS } from '../../src/operations/quotas.ts';
import { FairSlots } from '../../src/runtime/fair-slots.ts';
import { SingleFlight, type VisitUnderWay } from './single-flight.ts';

/** Kept of a file's text for the page that shows it beside its findings: nearly every file is whole in it, and 500 of them take 64 MiB at most. */
const MAX_TEXT_CHARACTERS = 65_536;

/** For whoever waits for nothing but the result. */
export const NO_PROGRESS: VisitProgress = { begun: () => {}, step: () => {} };

/** How sites are visited for those who ask. Neither changes the directory, and both reject with what `answeredBy` throws. */
export interface SiteVisitors {
  /** Visits a site as it is now; what the site did wrong is in the observation. */
  observe(domain: string, underWay: VisitUnderWay): Promise<Observation>;
  /** Rejects with `DirectoryError` site.unreachable or site.timeout. */
  draft(domain: string, underWay: VisitUnderWay): Promise<WrittenDraft>;
}

/** A check with the text that it is about. */
export interface CheckedText {
  readonly check: Check;
  /** Null where no text came. */
  readonly text: string | null;
  /** False when the file goes on after `text`. */
  readonly whole: boolean;
  /** Size of the whole text. */
  readonly bytes: number;
}

/** Checks and drafts, shared by all who ask one process for them. */
export interface SiteVisits {
  check(domain: string, visitor: Visitor): Promise<CheckedText>;
  draft(domain: string, visitor: Visitor): Promise<WrittenDraft>;
  /** Whether a check, or a draft, is under way or kept: asking for it again makes nobody visit anything. */
  knows(kind: 'check' | 'draft', domain: string): boolean;
}

export function createSiteVisits(visitors: SiteVisitors, now: () => number): SiteVisits {
  const slots = new FairSlots(VISIT_SLOTS, now);
  const checks = new SingleFlight(
    async (domain, underWay) => toCheckedText(await visitors.observe(domain, underWay)),
    slots,
    now,
  );
  const drafts = new SingleFlight(async (domain, underWay) => await visitors.draft(domain, underWay), slots, now);
  return {
    check: (domain, visitor) => checks.join(domain, visitor),
    draft: (domain, visitor) => drafts.join(domain, visitor),
    knows: (kind, domain) => (kind === 'check' ? checks : drafts).knows(domain),
  };
}

/** What is kept is the result, not the visit: that holds texts of megabytes. */
function toCheckedText(observation: Observation): CheckedText {
  const text = observation.inspection?.text ?? null;
  return {
    check: checkOf(observation),
    // Copied: a part of a string keeps all of it in memory.
    text: text === null ? null : Buffer.from(text.slice(0, MAX_TEXT_CHARACTERS)).toString(),
    whole: text === null || text.length <= MAX_TEXT_CHARACTERS,
    bytes: Buffer.byteLength(text ?? ''),
  };
}
