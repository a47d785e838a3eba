import { formatList } from '../../../../directory/format-list.ts';
import type { Rejection, Status } from '../../../../directory/state.ts';
import { markAfterVisit } from '../../format/status-words.ts';
import { keptOut } from '../domain/verdict-view.ts';
import type { BrokenRule, FindingsView } from '../findings/findings-view.ts';
import type { Phrase } from '../phrase.ts';
import type { QualityView } from '../quality/quality-view.ts';
import {
  adviceSteps,
  BLOCKED_RULE,
  blockedVerdict,
  borrowedVerdict,
  draftStep,
  faultSentence,
  fixStep,
  hasNoFile,
  MAX_STEPS,
  toGrade,
  type VerdictView,
} from '../quality/verdict.ts';

/** Data of a check that determines the verdict. */
interface CheckOutcome {
  readonly domain: string;
  readonly status: Status;
  /** Reason to keep the site out of lists, or null. */
  readonly rejection: Rejection | null;
  readonly quality: number;
  readonly findings: FindingsView;
  readonly details: QualityView | null;
  readonly qualityPath: string;
}

/** Returns the start of a check's report. `linkTo` returns the URL of a finding in the report. */
export function checkVerdict(
  { domain, status, rejection, quality, findings, details, qualityPath }: CheckOutcome,
  linkTo: (rule: BrokenRule) => string,
): VerdictView {
  const { rules } = findings;
  const isBlocked = rules.some(({ id }) => id === BLOCKED_RULE);
  if (isBlocked && status === 'unreachable') return blockedVerdict(BLOCKED_RULE, findings);
  const errors = rules.filter(({ severity }) => severity === 'error');
  const warnings = rules.filter(({ severity }) => severity === 'warning');
  const fixes = [...errors, ...warnings].slice(0, MAX_STEPS).map((rule) => fixStep(rule, linkTo(rule)));
  const reason = errors[0]?.id ?? null;
  if (status === 'unreachable') {
    const { label } = markAfterVisit(status, isBlocked);
    return {
      words: label,
      look: 'none',
      score: null,
      sentence: unreadSentence(domain, errors[0]),
      steps: listCures(errors),
    };
  }
  if (status !== 'valid') {
    const steps = hasNoFile(findings) ? [draftStep(domain)] : fixes;
    return {
      words: 'Not valid',
      look: 'bad',
      score: quality,
      sentence: faultSentence(domain, 'invalid', reason),
      steps,
    };
  }
  if (rejection !== null) return { words: 'Kept out', look: 'none', score: null, ...keptOut(rejection) };
  if (details?.isBorrowed) return borrowedVerdict(findings, linkTo);
  const { words, look, meaning } = toGrade(quality);
  if (fixes.length === 0 && look === 'good') {
    return { words, look, score: quality, sentence: 'Clean: nothing to fix.', steps: [] };
  }
  const steps = [...fixes, ...adviceSteps(details, qualityPath)].slice(0, MAX_STEPS);
  const counts = formatList(findings.counts.map(({ text }) => text));
  const state = fixes.length === 0 ? 'No errors or warnings' : `Valid, with ${counts}`;
  return { words, look, score: quality, sentence: `${state}. ${meaning}`, steps };
}

/** Uses the message of the rule, because one rule covers several failures. */
function unreadSentence(domain: string, error: BrokenRule | undefined): string {
  const message = error?.places[0]?.message;
  return message === undefined ? faultSentence(domain, 'unreachable', null) : `The site could not be read. ${message}`;
}

/** Returns the fixes of broken rules, for a check without a file to show. */
function listCures(errors: readonly BrokenRule[]): Phrase[] {
  return errors
    .flatMap(({ places }) => places[0]?.fix ?? [])
    .slice(0, MAX_STEPS)
    .map((fix) => [{ quoted: fix }]);
}
