import { z } from 'zod';

const timeSchema = z.iso.datetime({ offset: true });
/** An unescaped plus sign in a query arrives as a blank. */
const UNESCAPED_PLUS = / (?=\d{2}:\d{2}$)/;
/** RFC 3339 §5.6 allows lowercase `t` and `z`, and a blank between date and time. */
const SEPARATOR = /^(\d{4}-\d{2}-\d{2})[ T]/;

/** Parses an RFC 3339 time in any spelling. Returns the time in UTC, or null. */
export function parseInstant(text: string): string | null {
  const time = text.trim().toUpperCase().replace(SEPARATOR, '$1T').replace(UNESCAPED_PLUS, '+');
  return timeSchema.safeParse(time).success ? new Date(time).toISOString() : null;
}
