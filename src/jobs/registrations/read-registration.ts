import { z } from 'zod';
import { parseJson } from '../../directory/parse-json.ts';

/** An event with a date. Servers also send null or numbers. */
const eventSchema = z.object({ eventAction: z.string(), eventDate: z.string() });

/** Used parts of an RDAP domain response (RFC 9083 §5.3). */
const domainSchema = z.object({
  objectClassName: z.literal('domain'),
  ldhName: z.string().max(300),
  events: z.array(z.unknown()),
});

/** Most events read. A domain has about five. */
const MAX_EVENTS = 1_000;

/** Registration of symbolics.com, the first domain. */
const FIRST_REGISTRATION = Date.UTC(1985, 2, 15);
/** RFC 3339 date and time. Some servers omit the colon of the offset, or the time. */
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Returns the registration date in a response about `name`, or null for another name or an impossible date. */
export function readRegistration(body: Uint8Array, name: string, now: number): string | null {
  const parsed = domainSchema.safeParse(parseJson(Buffer.from(body).toString('utf8')));
  if (!parsed.success || parsed.data.ldhName.toLowerCase().replace(/\.$/, '') !== name) return null;
  const dates = parsed.data.events
    .slice(0, MAX_EVENTS)
    .flatMap((event) => eventSchema.safeParse(event).data ?? [])
    .filter(({ eventAction }) => eventAction.trim().toLowerCase() === 'registration')
    .flatMap(({ eventDate }) => instantOf(eventDate) ?? [])
    .filter((at) => at >= FIRST_REGISTRATION && at <= now);
  return dates.length === 0 ? null : new Date(Math.min(...dates)).toISOString();
}

function instantOf(text: string): number | null {
  const [, day, time = '00:00:00', offset = 'Z'] = DATE.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  const at = Date.parse(`${day}T${time}${offset.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`);
  return Number.isFinite(at) ? at : null;
}
