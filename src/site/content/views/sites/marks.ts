import type { PublicFacts } from '../../../../directory/record.ts';
import { STATUS_LABELS, TIER_LABELS } from '../../format/status-words.ts';

export interface Mark {
  /** Class names in the style sheet. */
  readonly look: string;
  readonly label: string;
}

/** Returns the labels next to a name in a list. Every listed site is valid, so no label says so. */
export function listMarks({ verified, tier, status }: Pick<PublicFacts, 'verified' | 'tier' | 'status'>): Mark[] {
  return [
    ...(verified ? [{ look: 'verified', label: 'Verified' }] : []),
    ...(tier === 'featured' ? [{ look: 'tier featured', label: TIER_LABELS.featured.label }] : []),
    ...(status === 'valid' ? [] : [{ look: `status ${status}`, label: STATUS_LABELS[status].label }]),
  ];
}
