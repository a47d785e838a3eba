import type { Status, Tier } from '../../../directory/state.ts';

interface StatusText {
  readonly label: string;
  readonly meaning: string;
}

export interface StatusMark extends StatusText {
  readonly look: string;
}

export const STATUS_LABELS: Readonly<Record<Status, StatusText>> = {
  valid: { label: 'Valid', meaning: 'The llms.txt was read and has no errors.' },
  invalid: { label: 'Invalid', meaning: 'There is no llms.txt that an agent could use.' },
  pending: { label: 'Pending', meaning: 'Not yet checked.' },
  unreachable: { label: 'Unreachable', meaning: 'The site could not be reached at the last visit.' },
};

const BLOCKED: StatusMark = {
  look: 'status blocked',
  label: 'Blocked',
  meaning: 'The site blocked our crawler, so its file could not be read.',
};

/** Label of a pending site after a visit without a result. */
const UNREAD: StatusText = { label: 'Pending', meaning: 'We have not been able to read the file yet.' };

export function markBeforeVisit(status: Status): StatusMark {
  return { look: `status ${status}`, ...STATUS_LABELS[status] };
}

/** Returns the mark of a status after a visit. `isBlocked` is true if the site refused the last visit. */
export function markAfterVisit(status: Status, isBlocked: boolean): StatusMark {
  if (isRefused(status, isBlocked)) return BLOCKED;
  return status === 'pending' ? { look: 'status pending', ...UNREAD } : markBeforeVisit(status);
}

/** Reports whether pages show a site as blocked. A valid or invalid site is not blocked, because its file was read before. */
export function isRefused(status: Status, isBlocked: boolean): boolean {
  return isBlocked && (status === 'pending' || status === 'unreachable');
}

export const TIER_LABELS: Readonly<Record<Tier, StatusText>> = {
  featured: { label: 'Featured', meaning: 'Valid, with an authority of at least 70, or 60 when verified.' },
  listed: { label: 'Listed', meaning: 'Valid, with an authority of at least 20.' },
  unlisted: { label: 'Unlisted', meaning: 'Not shown in lists: not valid, or with an authority below 20.' },
  rejected: { label: 'Rejected', meaning: 'Kept out of lists, search and maps.' },
};
