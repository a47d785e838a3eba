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
    ...statusMarks(status),
  ];
}

/** Returns the labels of a status, or an empty list for a valid site. */
function statusMarks(status: PublicFacts['status']): Mark[] {
  return status === 'valid' ? [] : [{ look: `status ${status}`, label: STATUS_LABELS[status].label }];
}
