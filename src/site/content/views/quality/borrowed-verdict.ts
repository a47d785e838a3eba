import type { Finding } from '#llmstxt';
import { BORROWED_REASON } from '../../../../directory/scoring/borrowed.ts';
import type { BrokenRule, FindingsView } from '../findings/findings-view.ts';
import { gradeOf, type VerdictView } from './grade.ts';
import { fixStep } from './verdict-steps.ts';

/** Rule that a site with the file of another site breaks. */
const LEAVES_DOMAIN: Finding['id'] = 'cross-domain-redirect';

/** Returns the verdict on a valid file of another site, with the remedy. `linkTo` returns the URL of a finding. */
export function borrowedVerdict({ rules }: FindingsView, linkTo: (rule: BrokenRule) => string): VerdictView {
  const { words, look } = gradeOf(0);
  const broken = rules.filter(({ id }) => id === LEAVES_DOMAIN);
  return { words, look, score: 0, sentence: BORROWED_REASON, steps: broken.map((rule) => fixStep(rule, linkTo(rule))) };
}
