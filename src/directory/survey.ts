import { z } from 'zod';
import { countryCountSchema, domainSchema } from './record.ts';
import { instantSchema, statusSchema, tierSchema } from './state.ts';

/** Sites of a country, or of none that is known (null). */
export const countrySchema = countryCountSchema.extend({ country: z.string().nullable() });
export type CountryCount = z.infer<typeof countrySchema>;

/** Sites whose number is above the bound of the class before and not above `up_to`; null: no bound. */
const classSchema = z.object({ up_to: z.int().nullable(), sites: z.int() });
export type SizeClass = z.infer<typeof classSchema>;

const statusChangeSchema = z.object({ domain: domainSchema.shape.domain, status: statusSchema, at: instantSchema });
export type StatusChange = z.infer<typeof statusChangeSchema>;

/** The directory as a whole, as its statistics show it. */
export const surveySchema = z.object({
  /** Domains by status, without the rejected. */
  statuses: z.record(statusSchema, z.int()),
  /** All domains by tier; `waiting` for those that were not visited yet. */
  tiers: z.record(z.enum([...tierSchema.options, 'waiting']), z.int()),
  /** Domains by the day they were first seen (UTC), without the rejected: days without any are left out. */
  days: z.array(z.object({ day: z.iso.date(), tracked: z.int(), valid: z.int() })),
  /** Files that the classes below and the rules are counted in: all that were read, or a sample of them. */
  files: z.int(),
  bytes: z.array(classSchema),
  links: z.array(classSchema),
  /** Broken rules, the most common first, and in how many of the files. */
  rules: z.array(z.object({ id: z.string(), sites: z.int() })),
  /** Sites whose valid files broke last, since when, and those whose files became valid again last: 50 of each. */
  broken: z.array(statusChangeSchema),
  recovered: z.array(statusChangeSchema),
  /** Listed sites whose authority has grown most since the day that was asked for. */
  climbers: z.array(z.object({ domain: domainSchema.shape.domain, from: z.int(), to: z.int() })),
});
export type Survey = z.infer<typeof surveySchema>;
