import { z } from 'zod';
import { instantSchema, statusSchema, tierSchema } from '../directory/state.ts';

const pathSchema = z.string().startsWith('/');

/** Behavior of a path. By default, the path serves the file of that name with status 200. */
const behaviorSchema = z.strictObject({
  status: z.int().min(200).max(599).optional(),
  /** Replaces headers of this name. An empty value removes the header. */
  headers: z.record(z.string().toLowerCase(), z.string()).optional(),
  file: z.string().optional(),
  /** Body of a short answer. */
  text: z.string().optional(),
  /** Expands placeholders of the file (expand-placeholders.ts). */
  expand: z.boolean().optional(),
  redirect: z.string().optional(),
  delay_ms: z.int().min(1).max(60_000).optional(),
  fault: z.enum(['reset', 'stall']).optional(),
});
export type Behavior = z.infer<typeof behaviorSchema>;

/** Profile set by the owner. The directory treats such a site as verified. */
const ownerSchema = z.strictObject({
  verified_at: instantSchema,
  description: z.string().nullable(),
  tags: z.array(z.string()),
  nested_llms_txt: z.array(z.string()),
  contact: z.string().nullable(),
});

/** Earlier behavior of paths, until some days ago. */
const pastSchema = z.strictObject({ until_days_ago: z.int().min(1), paths: z.record(pathSchema, behaviorSchema) });

/** Schema of `site.json`: a sample site, its behavior, and its expected status and tier. */
export const sampleSiteSchema = z.strictObject({
  shows: z.string(),
  rank: z.int().min(1).nullable(),
  registered_at: instantSchema.nullable(),
  owner: ownerSchema.optional(),
  /** Days since the directory first saw the site, if a history is created. */
  known_for_days: z.int().min(1).optional(),
  past: z.array(pastSchema).default([]),
  /** True if a person edits its files. */
  is_editable: z.boolean().default(false),
  /** True if the site's texts attack pages. */
  hostile: z.boolean().default(false),
  /** Behavior of `www.`. `only`: the site exists only with `www`. */
  www: z.enum(['redirect', 'same', 'only', 'absent']).default('redirect'),
  certificate: z.enum(['valid', 'expired', 'self-signed', 'other-name']).default('valid'),
  dns: z
    .strictObject({
      /** True if the name does not exist. */
      missing: z.boolean().default(false),
      /** Addresses that replace the sandbox's address. */
      a: z.array(z.ipv4()).optional(),
      aaaa: z.array(z.ipv6()).default([]),
      /** Records by label below the domain. The empty label is the domain. */
      txt: z.record(z.string(), z.array(z.string())).default({}),
    })
    .default({ missing: false, aaaa: [], txt: {} }),
  paths: z.record(pathSchema, behaviorSchema).default({}),
  expect: z.strictObject({ status: statusSchema, tier: tierSchema.nullable() }),
});
export type SampleSite = z.infer<typeof sampleSiteSchema> & { readonly domain: string };
