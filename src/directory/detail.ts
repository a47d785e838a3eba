import { z } from 'zod';
import { twinRuleSchema } from './page-twins.ts';
import {
  componentsSchema,
  countryBasisSchema,
  failureSchema,
  instantSchema,
  publicFactsSchema,
  rejectionSchema,
  summarySourceSchema,
} from './state.ts';
import { versionSchema } from './version.ts';
import {
  evidenceSchema,
  findingSchema,
  nestedFileSchema,
  previewSchema,
  qualityDetailsSchema,
  scorePointSchema,
} from './visit.ts';

/** All that the page of a domain shows, and the only thing that pages read about a domain. */
export const domainDetailSchema = z.object({
  facts: publicFactsSchema,
  components: componentsSchema,
  score_version: z.int().nullable(),
  /** Null before a visit has assessed the file. */
  quality_details: qualityDetailsSchema.nullable(),
  summary_source: summarySourceSchema.nullable(),
  country_basis: countryBasisSchema.nullable(),
  /** ISO 639, without region and script, as the homepage says it. */
  language: z.string().nullable(),
  rejection: rejectionSchema.nullable(),
  failure: failureSchema.nullable(),
  /** Since when the proof of a verified domain is missing; null while it is there, and after a first absence. */
  proof_missing_since: instantSchema.nullable(),
  content_changed_at: instantSchema.nullable(),
  evidence: evidenceSchema.nullable(),
  findings: z.array(findingSchema).readonly(),
  preview: previewSchema.nullable(),
  /** The owner's nested files that a visit has read, in the owner's order. */
  nested: z.array(nestedFileSchema).readonly(),
  /** How groups of its pages are offered as Markdown, as far as visits have tested; none of a rejected domain. */
  twins: z.array(twinRuleSchema).readonly(),
  /** Oldest first, at most 90. */
  history: z.array(scorePointSchema).readonly(),
  /** The latest 50 of the file, the latest first; none of a rejected domain. */
  versions: z.array(versionSchema).readonly(),
  /** At most 6 listed domains with the same topic or words, the most similar first. */
  similar: z
    .array(z.object({ domain: z.string(), title: z.string().nullable(), authority: z.int().nullable() }))
    .readonly(),
});
export type DomainDetail = z.infer<typeof domainDetailSchema>;
