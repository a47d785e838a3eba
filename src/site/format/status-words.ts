import type { Status, Tier } from '../../directory/state.ts';

interface Words {
  readonly label: string;
  readonly meaning: string;
}

/** What a status means, for people. */
export const STATUS_WORDS: Readonly<Record<Status, Words>> = {
  valid: { label: 'Valid', meaning: 'The llms.txt was read and has no errors.' },
  invalid: { label: 'Invalid', meaning: 'There is no llms.txt that an agent could use.' },
  pending: { label: 'Pending', meaning: 'Not yet checked.' },
  unreachable: { label: 'Unreachable', meaning: 'The site could not be reached at the last visit.' },
};

const BLOCKED: Words = { label: 'Blocked', meaning: 'The site blocked our crawler, so its file could not be read.' };

/** What is pending after a visit was checked, without a result that counts. */
const UNREAD: Words = { label: 'Pending', meaning: 'We have not been able to read the file yet.' };

/** The words of a status after a visit. `isBlocked`: how the last one is known to have ended; such a site was neither missed nor down. */
export function wordsAfterVisit(status: Status, isBlocked = false): Words {
  if (isBlocked && (status === 'pending' || status === 'unreachable')) return BLOCKED;
  return status === 'pending' ? UNREAD : STATUS_WORDS[status];
}

export const TIER_WORDS: Readonly<Record<Tier, Words>> = {
  featured: { label: 'Featured', meaning: 'Valid, with an authority of at least 70, or 60 when verified.' },
  listed: { label: 'Listed', meaning: 'Valid, with an authority of at least 20.' },
  unlisted: { label: 'Unlisted', meaning: 'Not shown in lists: not valid, or with an authority below 20.' },
  rejected: { label: 'Rejected', meaning: 'Kept out of lists, search and maps.' },
};
