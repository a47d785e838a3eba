import { z } from 'zod';
import type { Finding, Preview, QualityAssessment } from '#llmstxt';
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
import { answerSchema, evidenceSchema, nestedFileSchema, scorePointSchema, seenSchema } from './visit.ts';

/** What a line of a list and a badge show of a domain. */
export const siteSummarySchema = z.object({
  facts: publicFactsSchema,
  components: componentsSchema,
  score_version: z.int().nullable(),
  /** ISO 639, without region and script, as the homepage says it. */
  language: z.string().nullable(),
  failure: failureSchema.nullable(),
  content_changed_at: instantSchema.nullable(),
  /** The names of the first sections of its file. */
  section_names: z.array(z.string()).readonly(),
  /** Whether visits have found pages that it offers as Markdown. */
  has_markdown: z.boolean(),
});
export type SiteSummary = z.infer<typeof siteSummarySchema>;

/** What is stored of a domain for its page; `readFile` adds what follows from the text. */
export const storedDetailSchema = siteSummarySchema.extend({
  summary_source: summarySourceSchema.nullable(),
  country_basis: countryBasisSchema.nullable(),
  rejection: rejectionSchema.nullable(),
  /** Since when the proof of a verified domain is missing; null while it is there, and after a first absence. */
  proof_missing_since: instantSchema.nullable(),
  evidence: evidenceSchema.nullable(),
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
  seen: seenSchema.nullable(),
  answer: answerSchema.nullable(),
  /** Size of the file as it was served. */
  bytes: z.int().nullable(),
  hash: z.string().nullable(),
  /** The last valid text of the file, packed. */
  text: z.base64().nullable(),
});
export type StoredDetail = z.infer<typeof storedDetailSchema>;

/** What the rules say about a file, and what an agent would see of it. */
export interface ReadFile {
  readonly findings: readonly Finding[];
  readonly preview: Preview | null;
  /** Null before a visit has assessed the file. */
  readonly quality_details: QualityAssessment | null;
}

/** All that the page of a domain shows, and the only thing that pages read about a domain. */
export interface DomainDetail extends Omit<StoredDetail, 'seen' | 'answer' | 'bytes' | 'hash' | 'text'>, ReadFile {}
