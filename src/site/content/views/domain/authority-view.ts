import type { DomainDetail } from '../../../../directory/detail.ts';
import { type AuthorityExplained, explainAuthority } from '../../../../directory/scoring/authority.ts';
import type { Tier } from '../../../../directory/state.ts';
import { formatDate } from '../../format/dates.ts';

const MAX_AUTHORITY = 100;
const NO_SCORE = 'No score yet. We compute the score at the first visit that finds a valid llms.txt.';
const KEPT_OUT = 'No score, because the site is kept out of the directory.';
const ONLY_PARTS = 'These parts add up to a score once a visit finds a valid llms.txt.';

/**
 * Authority of a domain as a sum. Parts and sums are empty before the first judged visit. `total` is null without a valid file.
 * `note` explains a missing score, or a score that differs from the sum.
 */
export function authorityView({ facts, components, failure, score_version }: DomainDetail) {
  const sum = explainAuthority({ ...facts, components });
  const isJudged = sum.total !== null || sum.parts.some(({ value }) => value !== null);
  return {
    total: sum.total,
    parts: isJudged ? sum.parts.map((part) => ({ ...part, points: part.points.toFixed(1) })) : [],
    sums: isJudged ? toSums(sum) : [],
    note: sum.total === null ? missingNote(isJudged, facts.tier) : formatFrozenScoreNote(sum, failure?.since ?? null),
    advice: isJudged ? toAdvice(sum) : [],
    version: score_version ?? sum.version,
  };
}
export type AuthorityView = ReturnType<typeof authorityView>;

function toSums({ base, bonus, bonusMissing, total }: AuthorityExplained) {
  const isCapped = base + bonus > MAX_AUTHORITY;
  return [
    { label: 'Subtotal', points: String(base) },
    { label: bonus > 0 ? 'Verified by its owner' : `Not verified (would add ${bonusMissing})`, points: `+ ${bonus}` },
    {
      label: `Authority${isCapped ? ', capped at 100' : ''}`,
      points: total === null ? 'none' : String(cappedSum(base, bonus)),
    },
  ];
}

function missingNote(isJudged: boolean, tier: Tier | null): string {
  if (isJudged) return ONLY_PARTS;
  return tier === 'rejected' ? KEPT_OUT : NO_SCORE;
}

/** Explains that the score of an unreachable site stays. */
function formatFrozenScoreNote({ total, base, bonus }: AuthorityExplained, since: string | null): string | null {
  if (total === cappedSum(base, bonus)) return null;
  const reason = `the score is kept as it was${since === null ? '' : ` since ${formatDate(since)}`}`;
  return `The site shows ${total}: ${reason} until the next successful visit.`;
}

function toAdvice({ bonusMissing, parts }: AuthorityExplained) {
  const verification = {
    subject: 'Verification',
    text: `${bonusMissing} points at once, and the featured tier from 60 instead of 70.`,
    link: { path: '#verify', words: 'How to verify' },
  };
  return [
    ...(bonusMissing > 0 ? [verification] : []),
    ...parts.flatMap(({ name, advice }) => (advice ? [{ subject: name, text: advice, link: null }] : [])),
  ];
}

const cappedSum = (base: number, bonus: number) => Math.min(MAX_AUTHORITY, base + bonus);
