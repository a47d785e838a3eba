/** Stands where a search has found nothing. */
export const NO_RESULTS = 'Nothing was found. Try fewer or other words, or the start of an address.';
