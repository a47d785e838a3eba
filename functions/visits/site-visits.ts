import type { Observation } from '../../src/directory/visit.ts';
import type { VisitProgress } from '../../src/operations/caller.ts';
import { type Check, checkOf } from '../../src/operations/check-result.ts';
import type { WrittenDraft } from '../../src/operations/generate-draft.ts';
import { createSingleFlight } from './single-flight.ts';

/** Kept of a file's text for the page that shows it beside its findings: nearly every file is whole in it, and 500 of them take 64 MiB at most. */
const MAX_TEXT_CHARACTERS = 65_536;

/** For whoever waits for nothing but the result. */
export const NO_PROGRESS: VisitProgress = { begun: () => {}, step: () => {} };

/** How sites are visited for those who ask. Neither changes the directory. */
export interface SiteVisitors {
  /** Visits a site as it is now; what the site did wrong is in the observation. */
  observe(domain: string, report: (message: string) => void): Promise<Observation>;
  /** Rejects with `DirectoryError` site.unreachable or site.timeout. */
  draft(domain: string, report: (message: string) => void): Promise<WrittenDraft>;
}

/** A check with the text that it is about. */
export interface CheckedText {
  readonly check: Check;
  /** Null where no text came. */
  readonly text: string | null;
  /** False when the file goes on after `text`. */
  readonly whole: boolean;
}

/** Checks and drafts, shared by all who ask one process for them. */
export interface SiteVisits {
  check(domain: string, progress: VisitProgress): Promise<Check>;
  checkText(domain: string, progress: VisitProgress): Promise<CheckedText>;
  draft(domain: string, progress: VisitProgress): Promise<WrittenDraft>;
  /** Whether a check, or a draft, is under way or kept: asking for it again makes nobody visit anything. */
  knows(kind: 'check' | 'draft', domain: string): boolean;
}

export function createSiteVisits(visitors: SiteVisitors, now: () => number): SiteVisits {
  const checks = createSingleFlight(
    async (domain, report) => toCheckedText(await visitors.observe(domain, report)),
    now,
  );
  const drafts = createSingleFlight(async (domain, report) => await visitors.draft(domain, report), now);
  return {
    check: async (domain, progress) => (await checks.join(domain, progress)).check,
    checkText: checks.join,
    draft: drafts.join,
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
  };
}
