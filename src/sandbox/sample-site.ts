import { z } from 'zod';
import { instantSchema, statusSchema, tierSchema } from '../directory/state.ts';

const pathSchema = z.string().startsWith('/');

/** How one path of a site behaves where that differs from "the file of that name, with 200". */
export const behaviorSchema = z.strictObject({
  status: z.int().min(200).max(599).optional(),
  /** Replaces headers of the same name; an empty value takes the header away. */
  headers: z.record(z.string().toLowerCase(), z.string()).optional(),
  /** File of the site's folder. */
  file: z.string().optional(),
  /** The body itself, for answers too short for a file. */
  text: z.string().optional(),
  /** Expand the placeholders of the file, see `expand-placeholders.ts`. */
  expand: z.boolean().optional(),
  redirect: z.string().optional(),
  delay_ms: z.int().min(1).max(60_000).optional(),
  fault: z.enum(['reset', 'stall']).optional(),
});
export type Behavior = z.infer<typeof behaviorSchema>;

/** What an owner has set; the directory takes such a site as verified. */
const ownerSchema = z.strictObject({
  verified_at: instantSchema,
  description: z.string().nullable(),
  tags: z.array(z.string()),
  nested_llms_txt: z.array(z.string()),
  contact: z.string().nullable(),
});

/** How paths behaved until some days ago, where that differs from today. */
const pastSchema = z.strictObject({ until_days_ago: z.int().min(1), paths: z.record(pathSchema, behaviorSchema) });

/** `site.json`: one invented site, how it behaves, and the status and tier that a first crawl must give it. */
export const sampleSiteSchema = z.strictObject({
  /** What this site demonstrates. */
  shows: z.string(),
  rank: z.int().min(1).nullable(),
  registered_at: instantSchema.nullable(),
  owner: ownerSchema.optional(),
  /** Days since the directory first saw the site, where a history is made. */
  known_for_days: z.int().min(1).optional(),
  past: z.array(pastSchema).default([]),
  /** A person who tries the directory edits its files. */
  is_editable: z.boolean().default(false),
  /** Its texts attack whatever shows them. */
  hostile: z.boolean().default(false),
  /** What `www.` does; `only`: the site has no address without it. */
  www: z.enum(['redirect', 'same', 'only', 'absent']).default('redirect'),
  certificate: z.enum(['valid', 'expired', 'self-signed', 'other-name']).default('valid'),
  dns: z
    .strictObject({
      /** The name does not exist. */
      missing: z.boolean().default(false),
      /** Addresses instead of the sandbox's own. */
      a: z.array(z.ipv4()).optional(),
      aaaa: z.array(z.ipv6()).default([]),
      /** Label under the domain (empty: the domain itself) → records. */
      txt: z.record(z.string(), z.array(z.string())).default({}),
    })
    .default({ missing: false, aaaa: [], txt: {} }),
  paths: z.record(pathSchema, behaviorSchema).default({}),
  expect: z.strictObject({ status: statusSchema, tier: tierSchema.nullable() }),
});
export type SampleSite = z.infer<typeof sampleSiteSchema> & { readonly domain: string };
