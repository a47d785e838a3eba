import type { DomainDetail } from '../../../../directory/detail.ts';
import { VERIFIED_BONUS } from '../../../../directory/scoring/authority.ts';
import type { Rejection } from '../../../../directory/state.ts';
import { paths } from '../../../../directory/urls.ts';
import { isRefused } from '../../format/status-words.ts';
import type { FindingsView } from '../findings/findings-view.ts';
import type { Phrase } from '../phrase.ts';
import type { QualityView } from '../quality/quality-view.ts';
import {
  adviceSteps,
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

/** Most steps for errors. Other steps are for quality parts, which count more than a warning. */
const MAX_ERRORS = 2;
const MAX_WARNINGS = 1;

/** Returns the start of a domain's report. `quality` contains the parts of the quality, if known. */
export function verdictView(
  detail: Pick<DomainDetail, 'facts' | 'components' | 'failure' | 'rejection'>,
  findings: FindingsView,
  quality: QualityView | null,
): VerdictView {
  const { facts, components, failure, rejection } = detail;
  const { domain, status, verified, tier, last_checked } = facts;
  const none = { look: 'none', score: null, steps: [] } as const;
  if (tier === 'rejected') return { ...none, words: 'Kept out', ...keptOut(rejection) };
  if (failure && isRefused(status, failure.kind === 'blocked')) return blockedVerdict(failure.reason, findings);
  if (last_checked === null || status === 'pending') {
    return { ...none, words: 'Not read yet', sentence: 'No visit has read the file yet.' };
  }
  const fixes = findings.rules.filter(({ severity }) => severity !== 'info');
  const errors = fixes.filter(({ severity }) => severity === 'error');
  const steps = (errors.length > 0 ? errors.slice(0, MAX_ERRORS) : fixes.slice(0, MAX_WARNINGS)).map((rule) =>
    fixStep(rule, '#findings'),
  );
  if (status !== 'valid') {
    const cures = status === 'invalid' && hasNoFile(findings) ? [draftStep(domain)] : steps;
    return { ...faultVerdict(domain, status, failure), steps: [...cures, checkStep(domain)] };
  }
  if (quality?.isBorrowed) return borrowedVerdict(findings, () => '#findings');
  const score = components.quality ?? quality?.score ?? 0;
  const { words, look, meaning } = toGrade(score);
  const claim: Phrase = [
    { path: paths.claim(domain), words: 'Claim the site' },
    `: ${VERIFIED_BONUS} points of authority, alerts if the file breaks, and a badge.`,
  ];
  const isClean = fixes.length === 0 && look === 'good';
  const advice = isClean ? [] : adviceSteps(quality, '#scores');
  const owner = verified ? [] : [claim];
  return {
    words,
    look,
    score,
    sentence: fixes.length > 0 ? meaning : `${isClean ? 'Clean: nothing to fix' : 'No errors or warnings'}. ${meaning}`,
    steps: [...steps, ...advice.slice(0, MAX_STEPS - steps.length - owner.length), ...owner],
  };
}

export const KEPT_OUT: Readonly<Record<Rejection, string>> = {
  'block-list': 'A decision of the operator keeps the site out of lists and search.',
  parked: 'The domain is parked, so lists and search leave it out.',
  spam: 'The file looks like spam, so lists and search leave it out.',
  'opt-out': 'The site asked our crawler to stay away, so lists and search leave it out.',
};

/** Returns the sentence about an excluded site, with the next step. */
export function keptOut(rejection: Rejection | null): Pick<VerdictView, 'sentence' | 'steps'> {
  const sentence = rejection === null ? 'Lists and search leave the site out.' : KEPT_OUT[rejection];
  return { sentence, steps: [['Read the ', { path: paths.doc('policy'), words: 'policy on rejected sites' }, '.']] };
}

const checkStep = (domain: string): Phrase => [
  { path: paths.checkOf(domain), words: 'Check the file now' },
  ' to see whether the fault is gone.',
];

function faultVerdict(domain: string, status: 'invalid' | 'unreachable', failure: DomainDetail['failure']) {
  const sentence = faultSentence(domain, status, failure?.reason ?? null);
  return status === 'invalid'
    ? ({ words: 'Not valid', look: 'bad', score: 0, sentence } as const)
    : ({ words: 'Unreachable', look: 'none', score: null, sentence } as const);
}
