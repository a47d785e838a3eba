import type { Finding } from '#llmstxt';
import { CRAWLER_TOKEN } from '../../../../directory/crawler-token.ts';
import { formatQuantity } from '../../../../directory/format-numbers.ts';
import { BORROWED_REASON } from '../../../../directory/scoring/borrowed.ts';
import { paths } from '../../../../directory/urls.ts';
import { FORBIDDEN_BY_ROBOTS, failureWords } from '../../format/failure-words.ts';
import type { BrokenRule, FindingsView } from '../findings/findings-view.ts';
import type { Phrase } from '../phrase.ts';
import type { QualityView } from './quality-view.ts';

/** Meaning of a quality in words. `look` is the color of the words. */
export interface Grade {
  readonly words: string;
  readonly look: 'good' | 'fair' | 'bad';
  readonly meaning: string;
}

/** Grades with their least quality, best first. */
const GRADES: readonly (Grade & { readonly from: number })[] = [
  { from: 80, words: 'Very good', look: 'good', meaning: 'An agent finds the right page easily.' },
  { from: 60, words: 'Good', look: 'good', meaning: 'An agent finds most pages.' },
  { from: 40, words: 'Fair', look: 'fair', meaning: 'An agent finds some pages and has to guess the others.' },
];
const WEAK: Grade = { words: 'Weak', look: 'bad', meaning: 'An agent gets little help from this file.' };

/** Returns the grade of a valid file. `quality` is 0 to 100. */
export function toGrade(quality: number): Grade {
  return GRADES.find(({ from }) => quality >= from) ?? WEAK;
}

export const MAX_STEPS = 3;

/** State of a file as a word, a number and a sentence, with next steps. */
export interface VerdictView {
  readonly words: string;
  readonly look: Grade['look'] | 'none';
  readonly score: number | null;
  readonly sentence: string;
  readonly steps: readonly Phrase[];
}

/** Returns the step that fixes a broken rule. `path` is the URL of its findings. */
export function fixStep({ title, count }: BrokenRule, path: string): Phrase {
  return ['Fix: ', { path, words: title }, count > 1 ? ` (${formatQuantity(count, 'place')})` : ''];
}

/** Rules that a site without a file breaks. A web page may replace the file. */
const NO_FILE: ReadonlySet<Finding['id']> = new Set(['not-found', 'html-body']);

export function hasNoFile({ rules }: FindingsView): boolean {
  return rules.some(({ id }) => NO_FILE.has(id));
}

export function draftStep(domain: string): Phrase {
  return [
    { path: paths.generateFor(domain), words: 'Generate a file' },
    ' from the pages of the site, and publish it.',
  ];
}

/** Returns the steps that raise the quality, the largest gain first. `path` is the URL of the quality. */
export function adviceSteps(quality: QualityView | null, path: string): Phrase[] {
  return (quality?.advice ?? []).map(({ part, text }) => [
    { path, words: `Improve its ${part}` },
    ': ',
    { quoted: text },
  ]);
}

/** Rule that a site breaks if it refuses our requests. */
export const BLOCKED_RULE: Finding['id'] = 'blocked';
const TOO_MANY = /answers 429/;

/** Returns the verdict on a site that refused a visit for `reason`, with the remedy. */
export function blockedVerdict(reason: string, { rules }: FindingsView): VerdictView {
  // Do not repeat this message in the sentence, because the findings contain it.
  const message = rules.find(({ id }) => id === BLOCKED_RULE)?.places[0]?.message ?? '';
  const { words } = failureWords(reason);
  return {
    words: 'Blocked',
    look: 'fair',
    score: null,
    sentence: `${words.charAt(0).toUpperCase()}${words.slice(1)}, so the file is unread.`,
    steps: [toCure(reason, message), [{ path: paths.doc('crawler'), words: 'How to recognize our crawler' }, '.']],
  };
}

function toCure(reason: string, message: string): Phrase {
  const agent = { code: CRAWLER_TOKEN };
  if (reason === FORBIDDEN_BY_ROBOTS) return ['Allow the user agent ', agent, ' to read /llms.txt in robots.txt.'];
  if (TOO_MANY.test(message)) {
    return ['Raise the rate limit for the user agent ', agent, ', which sends at most one request a second.'];
  }
  return ['Allow the user agent ', agent, ' to read /llms.txt in your firewall or bot protection.'];
}

/** Rule that a site with the file of another site breaks. */
const LEAVES_DOMAIN: Finding['id'] = 'cross-domain-redirect';

/** Returns the verdict on a valid file of another site, with the remedy. `linkTo` returns the URL of a finding. */
export function borrowedVerdict({ rules }: FindingsView, linkTo: (rule: BrokenRule) => string): VerdictView {
  const { words, look } = toGrade(0);
  const broken = rules.filter(({ id }) => id === LEAVES_DOMAIN);
  return { words, look, score: 0, sentence: BORROWED_REASON, steps: broken.map((rule) => fixStep(rule, linkTo(rule))) };
}

const NOT_FOUND = 'not-found';

/** Describes the state of a site without a valid file. `reason` is a stored failure or a rule, or null if unknown. */
export function faultSentence(domain: string, status: 'invalid' | 'unreachable', reason: string | null): string {
  if (status === 'invalid' && reason === NOT_FOUND) return `${domain} has no llms.txt.`;
  const cause = reason === null ? '' : `: ${failureWords(reason).words}`;
  const state = status === 'invalid' ? `An agent cannot use the file of ${domain}` : 'The site could not be read';
  return `${state}${cause}.`;
}
