import { z } from 'zod';

const timeSchema = z.iso.datetime({ offset: true });
/** Matches the blank to which a query decodes an unescaped plus sign. */
const UNESCAPED_PLUS = / (?=\d{2}:\d{2}$)/;
/** Matches date and separator. RFC 3339 §5.6 allows lowercase `t` and `z`, and a blank between date and time. */
const SEPARATOR = /^(\d{4}-\d{2}-\d{2})[ T]/;

/** Matches a leap second, which RFC 3339 §5.6 allows and JavaScript does not. */
const LEAP_SECOND = /(:59):60(?:\.\d+)?(?=Z$|[+-]\d{2}:\d{2}$)/;

/** Parses an RFC 3339 time in any spelling. Returns the time in UTC, or null. */
export function parseInstant(text: string): string | null {
  const time = text
    .trim()
    .toUpperCase()
    .replace(SEPARATOR, '$1T')
    .replace(UNESCAPED_PLUS, '+')
    .replace(LEAP_SECOND, '$1:59.999');
  if (!timeSchema.safeParse(time).success) return null;
  const instant = new Date(time).toISOString();
  // An offset may lead out of the four-digit years.
  return /^\d{4}-/.test(instant) ? instant : null;
}
