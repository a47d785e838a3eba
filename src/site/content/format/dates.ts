const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats `2026-11-20T08:05:00.000Z` as `20 Nov 2026`, in UTC. */
export function formatDate(instant: string): string {
  return `${Number(instant.slice(8, 10))} ${MONTHS[Number(instant.slice(5, 7)) - 1] ?? '?'} ${instant.slice(0, 4)}`;
}

/** Formats a time as `20 Nov 2026, 08:05 UTC`. */
export function formatInstant(instant: string): string {
  return `${formatDate(instant)}, ${instant.slice(11, 16)} UTC`;
}
