import type { Status } from '../../../../directory/state.ts';
import { failingPhrase, missingProofPhrase } from '../domain/failing-phrase.ts';
import type { Phrase } from '../phrase.ts';

/** Current problems of an entry. Times are ISO 8601 in UTC. */
export interface Standing {
  readonly failing_since: string | null;
  readonly failing_reason: string | null;
  readonly proof_missing_since: string | null;
  readonly proof_lapses_at: string | null;
}

export function standingPhrases(status: Status, standing: Standing): Phrase[] {
  const { failing_since, failing_reason, proof_missing_since, proof_lapses_at } = standing;
  const lapse: Phrase = proof_lapses_at ? ['. The verification lapses on ', { at: proof_lapses_at }] : [];
  return [
    ...(failing_since && failing_reason ? [failingPhrase(failing_since, failing_reason, status)] : []),
    ...(proof_missing_since ? [missingProofPhrase(proof_missing_since, ...lapse, '. Publish it again.')] : []),
  ];
}
