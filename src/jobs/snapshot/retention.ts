import { DAY_MS } from '../../directory/duration.ts';

/** Days for which daily snapshots are kept. The first of each month stays forever. */
const DAILY_DAYS = 30;

/** Returns the dates (`yyyy-mm-dd`) that expire on `today`. */
export function expiredDates(dates: readonly string[], today: string): string[] {
  const sorted = dates.toSorted();
  const oldest = new Date(Date.parse(today) - DAILY_DAYS * DAY_MS).toISOString().slice(0, 10);
  const isFirstOfMonth = (date: string) => sorted.find((one) => one.slice(0, 7) === date.slice(0, 7)) === date;
  return sorted.filter((date) => date < oldest && !isFirstOfMonth(date));
}
