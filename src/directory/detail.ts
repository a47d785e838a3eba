import { z } from 'zod';
import type { Finding, Preview, QualityAssessment } from '#llmstxt';
import { agentAccessSchema } from './agent-access.ts';
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

/** Data of a domain for a list row and a badge. */
export const siteSummarySchema = z.object({
  facts: publicFactsSchema,
  components: componentsSchema,
  score_version: z.int().nullable(),
  /** ISO 639 language of the homepage, without region and script. */
  language: z.string().nullable(),
  failure: failureSchema.nullable(),
  content_changed_at: instantSchema.nullable(),
  /** Names of the first sections of the file. */
  section_names: z.array(z.string()).readonly(),
  has_markdown: z.boolean(),
});
export type SiteSummary = z.infer<typeof siteSummarySchema>;

/** Stored data of a domain's page. `readFile` adds the data derived from the text. */
export const storedDetailSchema = siteSummarySchema.extend({
  summary_source: summarySourceSchema.nullable(),
  country_basis: countryBasisSchema.nullable(),
  rejection: rejectionSchema.nullable(),
  /** Time since which the proof of a verified domain is missing. Null if the proof is present or only one visit missed it. */
  proof_missing_since: instantSchema.nullable(),
  evidence: evidenceSchema.nullable(),
  /** Nested files read by a visit, in the owner's order. */
  nested: z.array(nestedFileSchema).readonly(),
  /** Tested Markdown patterns of groups of pages. Empty for a rejected domain. */
  twins: z.array(twinRuleSchema).readonly(),
  /** Rules of robots.txt for agents. Null if no visit has read it, or if the domain is rejected. */
  agents: agentAccessSchema.nullable(),
  /** At most 90 points, oldest first. */
  history: z.array(scorePointSchema).readonly(),
  /** The latest 50 versions, newest first. Empty for a rejected domain. */
  versions: z.array(versionSchema).readonly(),
  /** At most 6 listed domains with the same topic or words, the most similar first. */
  similar: z
    .array(z.object({ domain: z.string(), title: z.string().nullable(), authority: z.int().nullable() }))
    .readonly(),
  seen: seenSchema.nullable(),
  answer: answerSchema.nullable(),
  bytes: z.int().nullable(),
  hash: z.string().nullable(),
  /** Packed last valid text. */
  text: z.base64().nullable(),
});
export type StoredDetail = z.infer<typeof storedDetailSchema>;

export interface ReadFile {
  readonly findings: readonly Finding[];
  readonly preview: Preview | null;
  readonly quality_details: QualityAssessment | null;
}

/** All data of a domain page. Pages read nothing else about a domain. */
export interface DomainDetail extends Omit<StoredDetail, 'seen' | 'answer' | 'bytes' | 'hash' | 'text'>, ReadFile {}
