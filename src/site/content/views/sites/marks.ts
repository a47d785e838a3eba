import type { PublicFacts } from '../../../../directory/record.ts';
import { STATUS_LABELS, TIER_LABELS } from '../../format/status-words.ts';

/** Labeled mark of a site. */
export interface Mark {
  /** Class names of the style sheet. */
  readonly look: string;
  readonly label: string;
}

/** Marks next to the name in a list. Every listed site is valid, so that is not shown. */
export function listMarks({ verified, tier, status }: Pick<PublicFacts, 'verified' | 'tier' | 'status'>): Mark[] {
  return [
    ...(verified ? [{ look: 'verified', label: 'Verified' }] : []),
    ...(tier === 'featured' ? [{ look: 'tier featured', label: TIER_LABELS.featured.label }] : []),
    ...statusMarks(status),
  ];
}

/** Empty for a valid site. */
function statusMarks(status: PublicFacts['status']): Mark[] {
  return status === 'valid' ? [] : [{ look: `status ${status}`, label: STATUS_LABELS[status].label }];
}
