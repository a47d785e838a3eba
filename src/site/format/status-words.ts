import type { Status, Tier } from '../../directory/state.ts';

/** What a status means, for people. */
export const STATUS_WORDS: Readonly<Record<Status, { readonly label: string; readonly meaning: string }>> = {
  valid: { label: 'Valid', meaning: 'The llms.txt was read and has no errors.' },
  invalid: { label: 'Invalid', meaning: 'There is no llms.txt that an agent could use.' },
  pending: { label: 'Pending', meaning: 'Not yet checked.' },
  unreachable: { label: 'Unreachable', meaning: 'The site has not answered the last visits.' },
};

export const TIER_WORDS: Readonly<Record<Tier, { readonly label: string; readonly meaning: string }>> = {
  featured: { label: 'Featured', meaning: 'Valid, with an authority of at least 70, or 60 when verified.' },
  listed: { label: 'Listed', meaning: 'Valid, with an authority of at least 20.' },
  unlisted: { label: 'Unlisted', meaning: 'Not shown in lists: not valid, or with an authority below 20.' },
  rejected: { label: 'Rejected', meaning: 'Kept out of lists, search and maps.' },
};
