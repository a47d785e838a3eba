import type { Finding } from '#llmstxt';
import { CRAWLER_TOKEN } from '../../../../directory/crawler-token.ts';
import { formatList } from '../../../../directory/format-list.ts';
import type { Status } from '../../../../directory/state.ts';
import { paths } from '../../../../directory/urls.ts';
import { countOf } from '../../format/numbers.ts';
import { wordsAfterVisit } from '../../format/status-words.ts';
import type { BrokenRule, FindingsView } from '../findings/findings-view.ts';
import type { Phrase } from '../phrase.ts';
import { gradeOf, MAX_STEPS, type VerdictView } from '../quality/grade.ts';

/** Data of a check that determines the verdict. */
interface CheckOutcome {
  readonly domain: string;
  readonly status: Status;
  readonly quality: number;
  readonly findings: FindingsView;
  /** Place of the quality in the report. */
  readonly qualityPath: string;
}

/** Rules broken before the file is readable. */
const BLOCKED: Finding['id'] = 'blocked';
const NO_FILE: Finding['id'] = 'not-found';
/** Status of a rate limit. */
const TOO_MANY = /answers 429/;

/** Returns the start of a check's report. `linkTo` returns the place of a finding in the report. */
export function checkVerdict(
  { domain, status, quality, findings, qualityPath }: CheckOutcome,
  linkTo: (rule: BrokenRule) => string,
): VerdictView {
  const { rules } = findings;
  const blocked = rules.find(({ id }) => id === BLOCKED);
  const none = { look: 'none', score: null } as const;
  if (blocked && status === 'unreachable') return { ...none, ...blockedVerdict(blocked) };
  const errors = rules.filter(({ severity }) => severity === 'error');
  const warnings = rules.filter(({ severity }) => severity === 'warning');
  const fixes = [...errors, ...warnings]
    .slice(0, MAX_STEPS)
    .map(
      (rule): Phrase => [
        'Fix: ',
        { path: linkTo(rule), words: rule.title },
        rule.count > 1 ? ` (${countOf(rule.count, 'place')})` : '',
      ],
    );
  const reason = errors[0]?.places[0]?.message ?? '';
  if (status === 'unreachable') {
    return { ...none, words: wordsAfterVisit(status).label, sentence: reason, steps: adviceOf(errors) };
  }
  if (status !== 'valid') {
    const draft: Phrase[] = rules.some(({ id }) => id === NO_FILE)
      ? [
          [
            { path: paths.generateFor(domain), words: 'Generate a file' },
            ' from the pages of the site, and publish it.',
          ],
        ]
      : fixes;
    return { words: 'Not valid', look: 'bad', score: quality, sentence: reason, steps: draft };
  }
  const { words, look, meaning } = gradeOf(quality);
  if (fixes.length === 0 && look === 'good') {
    return { words, look, score: quality, sentence: 'Clean: nothing to fix.', steps: [] };
  }
  if (fixes.length === 0) {
    const raise: Phrase = [{ path: qualityPath, words: 'Raise the quality' }];
    return { words, look, score: quality, sentence: `No errors or warnings. ${meaning}`, steps: [raise] };
  }
  const counts = formatList(findings.counts.map(({ text }) => text));
  return { words, look, score: quality, sentence: `Valid, with ${counts}. ${meaning}`, steps: fixes };
}

/** Returns the advice of rules without a file to show. */
function adviceOf(errors: readonly BrokenRule[]): Phrase[] {
  return errors
    .flatMap(({ places }) => places[0]?.fix ?? [])
    .slice(0, MAX_STEPS)
    .map((fix) => [{ quoted: fix }]);
}

function blockedVerdict({ places }: BrokenRule): Pick<VerdictView, 'words' | 'sentence' | 'steps'> {
  const message = places[0]?.message ?? '';
  const agent = { code: CRAWLER_TOKEN };
  const cure: Phrase = TOO_MANY.test(message)
    ? ['Raise the rate limit for the user agent ', agent, ', which sends at most one request a second.']
    : ['Allow the user agent ', agent, ' to read /llms.txt in your firewall or bot protection.'];
  return {
    words: 'Blocked',
    sentence: message,
    steps: [cure, [{ path: paths.doc('crawler'), words: 'How to recognize our crawler' }, '.']],
  };
}
