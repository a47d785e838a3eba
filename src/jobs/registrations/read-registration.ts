import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { parseJson } from '../../directory/parse-json.ts';

/** Event with a date. Servers also send null or numbers. */
const eventSchema = z.object({ eventAction: z.string(), eventDate: z.string() });

/** Name of the domain. Some servers send one of the two names, or Unicode in both. */
const nameSchema = z.string().max(300).optional().catch(undefined);

/** Used parts of an RDAP domain response (RFC 9083 §5.3). */
const domainSchema = z.object({
  objectClassName: z.string().toLowerCase().pipe(z.literal('domain')),
  ldhName: nameSchema,
  unicodeName: nameSchema,
  events: z.array(z.unknown()),
});

/** Most events read. A domain has about five. */
const MAX_EVENTS = 1_000;

/** Earliest accepted date: the registration of symbolics.com, the first domain. */
const FIRST_REGISTRATION = Date.UTC(1985, 2, 15);
/**
 * Matches an RFC 3339 date and time. Some servers use other separators, write "UTC", or omit the time, its seconds or the minutes
 * of the offset.
 */
const DATE =
  /^(\d{4})[-/.](\d{2})[-/.](\d{2})(?:[T ]+(\d{2}:\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?(?:Z|UTC|GMT|([+-]\d{2})(?::?(\d{2}))?)?)?$/i;

/** Returns the registration date in a response about `name`, or null for another name or an impossible date. */
export function readRegistration(body: Uint8Array, name: string, now: number): string | null {
  const parsed = domainSchema.safeParse(parseJson(Buffer.from(body).toString('utf8')));
  if (!parsed.success || toName(parsed.data) !== name) return null;
  const dates = parsed.data.events
    .slice(0, MAX_EVENTS)
    .flatMap((event) => eventSchema.safeParse(event).data ?? [])
    .filter(({ eventAction }) => eventAction.trim().toLowerCase() === 'registration')
    .flatMap(({ eventDate }) => parseInstant(eventDate) ?? [])
    .filter((at) => at >= FIRST_REGISTRATION && at <= now);
  return dates.length === 0 ? null : new Date(Math.min(...dates)).toISOString();
}

function toName({ ldhName, unicodeName = '' }: z.infer<typeof domainSchema>): string {
  return domainToASCII((ldhName || unicodeName).trim().replace(/\.$/, ''));
}

function parseInstant(text: string): number | null {
  const match = DATE.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, time = '00:00', second = '00', hours = '+00', minutes = '00'] = match;
  // Replace the second 60, because JavaScript has no leap second.
  const at = Date.parse(`${year}-${month}-${day}T${time}:${second === '60' ? '59' : second}${hours}:${minutes}`);
  return Number.isFinite(at) ? at : null;
}
