import { z } from 'zod';

const timeSchema = z.iso.datetime({ offset: true });
/** A plus sign that was not escaped in a query arrives as a blank. */
const UNESCAPED_PLUS = / (?=\d{2}:\d{2}$)/;
/** RFC 3339 §5.6 allows a lower-case `t` and `z`, and a blank between date and time. */
const SEPARATOR = /^(\d{4}-\d{2}-\d{2})[ T]/;

/** Parses a time of RFC 3339 in any of its spellings. Returns it in UTC, or null if it is not a time. */
export function parseInstant(text: string): string | null {
  const time = text.trim().toUpperCase().replace(SEPARATOR, '$1T').replace(UNESCAPED_PLUS, '+');
  return timeSchema.safeParse(time).success ? new Date(time).toISOString() : null;
}
