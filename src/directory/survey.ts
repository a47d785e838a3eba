import { z } from 'zod';
import { countryCountSchema, domainSchema } from './record.ts';
import { instantSchema, statusSchema, tierSchema } from './state.ts';

/** Sites of a country, or of an unknown country (null). */
export const countrySchema = countryCountSchema.extend({ country: z.string().nullable() });
export type CountryCount = z.infer<typeof countrySchema>;

/** Class of sites with a value above the previous class and at most `up_to`. Null means no limit. */
const classSchema = z.object({ up_to: z.int().nullable(), sites: z.int() });
export type SizeClass = z.infer<typeof classSchema>;

const statusChangeSchema = z.object({ domain: domainSchema.shape.domain, status: statusSchema, at: instantSchema });
export type StatusChange = z.infer<typeof statusChangeSchema>;

export const surveySchema = z.object({
  /** Number of domains by status, without rejected domains. */
  statuses: z.record(statusSchema, z.int()),
  /** Number of all domains by tier. `waiting` counts domains without a visit. */
  tiers: z.record(z.enum([...tierSchema.options, 'waiting']), z.int()),
  /** Domains by the UTC day of first sight, without rejected domains. Omits empty days. */
  days: z.array(z.object({ day: z.iso.date(), tracked: z.int(), valid: z.int() })),
  /** Number of files in the classes and rules below: all read files, or a sample. */
  files: z.int(),
  bytes: z.array(classSchema),
  links: z.array(classSchema),
  /** Broken rules with the number of files that break them, most common first. */
  rules: z.array(z.object({ id: z.string(), sites: z.int() })),
  /** The latest 50 sites whose file broke, and the latest 50 whose file recovered, with times. */
  broken: z.array(statusChangeSchema),
  recovered: z.array(statusChangeSchema),
  /** Listed sites with the largest growth of authority since the requested day. */
  climbers: z.array(z.object({ domain: domainSchema.shape.domain, from: z.int(), to: z.int() })),
});
export type Survey = z.infer<typeof surveySchema>;
