import { DAY_MS } from '../../directory/duration.ts';

/** Every day for so long, and the first snapshot of each month for ever. */
const DAILY_DAYS = 30;

/** Which of these dates (`yyyy-mm-dd`) are not kept any more on `today`. */
export function expiredDates(dates: readonly string[], today: string): string[] {
  const sorted = dates.toSorted();
  const oldest = new Date(Date.parse(today) - DAILY_DAYS * DAY_MS).toISOString().slice(0, 10);
  const isFirstOfMonth = (date: string) => sorted.find((one) => one.slice(0, 7) === date.slice(0, 7)) === date;
  return sorted.filter((date) => date < oldest && !isFirstOfMonth(date));
}
