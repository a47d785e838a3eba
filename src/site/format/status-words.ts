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
  unreachable: { label: 'Unreachable', meaning: 'The site has not answered the last visits.' },
};

const BLOCKED: Words = { label: 'Blocked', meaning: 'The site blocked our crawler, so its file could not be read.' };

/** The words of a status, where it is known how the last visit ended: a site that blocks visits was neither missed nor down. */
export function wordsAfterVisit(status: Status, isBlocked: boolean): Words {
  return isBlocked && (status === 'pending' || status === 'unreachable') ? BLOCKED : STATUS_WORDS[status];
}

export const TIER_WORDS: Readonly<Record<Tier, Words>> = {
  featured: { label: 'Featured', meaning: 'Valid, with an authority of at least 70, or 60 when verified.' },
  listed: { label: 'Listed', meaning: 'Valid, with an authority of at least 20.' },
  unlisted: { label: 'Unlisted', meaning: 'Not shown in lists: not valid, or with an authority below 20.' },
  rejected: { label: 'Rejected', meaning: 'Kept out of lists, search and maps.' },
};
