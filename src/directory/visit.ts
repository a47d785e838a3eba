import { z } from 'zod';
import type {
  FullFileFacts,
  GeneratorId,
  HomepageFacts,
  LintResult,
  LlmsDocument,
  Preview,
  ReaderSummary,
  ResponseFacts,
} from '#llmstxt';
import type { AgentAccess } from './agent-access.ts';
import type { TwinRule } from './page-twins.ts';
import type { ProofMethod } from './proof-methods.ts';
import type { ListedPage, ScopedFile, ScopedFileSource } from './resolution.ts';
import { type DomainState, instantSchema } from './state.ts';

/** Observation of one visit, which `observe` creates for `judge`. */
export interface Observation {
  readonly domain: string;
  readonly at: string;
  readonly durationMs: number;
  /** Deciding response: of the file, or of the last requested URL. */
  readonly response: ResponseFacts;
  /**
   * True if an earlier visit judged the content: the response was a 304 or had equal bytes. For such a visit, `inspection` is
   * null.
   */
  readonly notModified: boolean;
  readonly inspection: Inspection | null;
  readonly contentHash: string | null;
  readonly homepage: HomepageFacts | null;
  /** True if the site has no file and its homepage offers the domain for sale. */
  readonly parkedHomepage?: boolean;
  readonly fullFile: FullFileFacts | null;
  /** Access to the file by robots.txt. `not-asked`: robots.txt was not read, because a person requested the visit. */
  readonly robots: Evidence['robots'];
  /** ISO 3166-1 alpha-2 country of the responding address, if known. */
  readonly addressCountry: string | null;
  readonly retryAfterMs: number | null;
  /** Responses of the owner's nested files. Absent if no nested file was read. */
  readonly nested?: readonly NestedFile[];
  /** Further valid files by source. A source is absent if it was not checked. */
  readonly scopedFiles?: ScopedFiles;
  /** Tested Markdown patterns. Absent if the visit tested no pattern. */
  readonly twins?: readonly TwinRule[];
  /** Rules of robots.txt for agents. Absent if robots.txt was not read. */
  readonly agents?: AgentAccess;
  /** Result of the proof recheck. Absent if the visit did not recheck. */
  readonly proof?: ProofRecheck;
}

export interface Inspection extends Omit<LintResult, 'document'> {
  /** Null unless the body is an llms.txt, or a text readable as one. */
  readonly document: FileDigest | null;
  /** Results of the reference parsers. Empty if they were not simulated. */
  readonly readers: readonly ReaderSummary[];
}

/** Data of a file that visits store and show. The data is small, because it passes between threads. */
export interface FileDigest extends Pick<LlmsDocument, 'title' | 'summary' | 'details' | 'bytes'> {
  readonly sections: number;
  readonly links: number;
  readonly generator: GeneratorId | null;
  /** True if a link leads to the site. */
  readonly linksToSite: boolean;
  readonly preview: Preview;
  /** Search text: the first sentences, and names and notes of sections and links. */
  readonly searchText: Readonly<Record<'names' | 'notes', readonly string[]>> & { readonly prose: string };
  /** Stored links of a further file. */
  readonly foundLinks: readonly ListedPage[];
}

export type ScopedFiles = Partial<Readonly<Record<ScopedFileSource, readonly (ScopedFile | UndecidedFile)[]>>>;

/** Further file whose request failed or was refused. Its stored data stays. */
export interface UndecidedFile {
  readonly url: string;
  readonly links: null;
}

/** Result of a proof recheck. `method` found the proof, or decided that it is absent. */
export interface ProofRecheck {
  readonly method: ProofMethod;
  readonly outcome: 'present' | 'absent' | 'inconclusive';
}

/** Evidence of the last visit, as stored and shown. */
export const evidenceSchema = z.object({
  at: instantSchema,
  duration_ms: z.int(),
  url: z.string(),
  final_url: z.string(),
  chain: z.array(z.string()),
  status: z.int().nullable(),
  failure: z.string().nullable(),
  not_modified: z.boolean(),
  headers: z.record(z.string(), z.string()),
  hash: z.string().nullable(),
  bytes: z.int().nullable(),
  robots: z.enum(['allowed', 'disallowed', 'opt-out', 'unknown', 'not-asked']),
});
export type Evidence = z.infer<typeof evidenceSchema>;

export const alertTypeSchema = z.enum([
  'llms_txt.broken',
  'llms_txt.recovered',
  'proof.missing',
  'proof.restored',
  'verification.lapsed',
  'test',
]);
export type AlertType = z.infer<typeof alertTypeSchema>;

/** Alert, written to the outbox in the transaction of its change. */
export interface Alert {
  readonly type: AlertType;
  readonly data: Readonly<Record<string, unknown>>;
}

export const scorePointSchema = z.object({
  at: instantSchema,
  status: z.string(),
  authority: z.int().nullable(),
  score_version: z
    .int()
    .nullable()
    .describe(
      'Version of the formula. A new version can change a score without a change of the site. Null before the first score.',
    ),
  reach: z.int().nullable(),
  trust: z.int().nullable(),
  quality: z.int().nullable(),
  freshness: z.int().nullable(),
});
export type ScorePoint = z.infer<typeof scorePointSchema>;

/** Result of judging an observation: the next state, alerts, and the time of the next visit. */
export interface Judgement {
  readonly next: DomainState;
  readonly alerts: readonly Alert[];
  /** History row, or null if no stored value changed. */
  readonly point: ScorePoint | null;
  /**
   * True if a valid domain failed in this visit. The self-fault breaker counts it, and the result is held until the
   * run settles.
   */
  readonly failed: boolean;
  readonly dueAt: string;
}

export const findingSchema = z.object({
  id: z.string(),
  title: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  outcome: z.enum(['failed', 'unknown']),
  source: z.enum(['spec', 'parser', 'http', 'convention']),
  line: z.int().nullable(),
  column: z.int().nullable(),
  excerpt: z.string().nullable(),
  message: z.string(),
  more: z
    .int()
    .positive()
    .optional()
    .describe('Number of further places of the rule. Only one finding of the rule has this member.'),
  fix: z.string().nullable(),
  edits: z.array(z.object({ start: z.int(), end: z.int(), text: z.string() })).readonly(),
  spec_url: z.string(),
});

/** Reports whether an outcome is a finding instead of a passed or unjudged rule. */
export function isFinding({ outcome }: { readonly outcome: string }): boolean {
  return outcome === 'failed' || outcome === 'unknown';
}

/** Components of a file's quality, as stored and returned. */
export const qualityDetailsSchema = z.object({
  version: z.int().describe('Version of the formula. You cannot compare qualities of two versions.'),
  score: z
    .int()
    .min(0)
    .max(100)
    .describe('Weighted sum of the parts, or the limit. The quality of an invalid file is 0.'),
  parts: z
    .array(
      z.object({
        id: z.enum(['orientation', 'coverage', 'descriptions', 'grouping', 'size', 'health', 'form']),
        score: z.int().min(0).max(100),
        weight: z.int().describe('Weight of the part, in points of 100.'),
        gain: z.int().min(0).describe('Estimate of the points that the advice adds. 0 without advice.'),
        reason: z.string().describe('Reason of the score.'),
        raise: z.string().nullable().describe('Advice that raises the part. Null if there is almost nothing to gain.'),
        lines: z.array(z.int()).readonly().describe('Lines to start with.'),
      }),
    )
    .readonly(),
  limit: z
    .object({
      score: z.int().min(0).max(100),
      reason: z.string(),
      lines: z.array(z.int()).readonly().describe('Affected lines of the file.'),
    })
    .nullable()
    .describe(
      'Limit of the sum, if the file lacks an essential part or its text does not fit its pages. Null without a limit.',
    ),
  links: z
    .object({ checked: z.int(), dead: z.int(), redirecting: z.int() })
    .describe('Tested links with their results.'),
});
export type QualityDetails = z.infer<typeof qualityDetailsSchema>;

/** Stored observations of the visit that read a text. */
export const seenSchema = z.object({
  url: z.string(),
  /** URL that redirected to the file. */
  asked_url: z.string().optional(),
  /** True if the file belongs to another site. */
  is_borrowed: z.boolean(),
  links: qualityDetailsSchema.shape.links.nullable(),
  /** Version of the quality formula, or null. */
  quality_version: z.int().nullable(),
  /** Findings of rules that judge more than the text. */
  findings: z.array(findingSchema).readonly(),
});
export type Seen = z.infer<typeof seenSchema>;

/** One of the owner's nested files with its response and findings, as stored and returned. */
export const nestedFileSchema = z.object({
  url: z.string(),
  status: z.int().nullable(),
  failure: z.string().nullable(),
  valid: z.boolean(),
  findings: z.array(findingSchema).readonly(),
});
export type NestedFile = z.infer<typeof nestedFileSchema>;

/** Preview of a file for agents, as stored and returned. */
export const previewSchema = z.object({
  title: z.string().nullable(),
  summary: z.string().nullable(),
  details: z.string().nullable(),
  sections: z.array(
    z.object({
      title: z.string(),
      links: z.array(z.object({ title: z.string(), url: z.string(), notes: z.string().nullable() })),
    }),
  ),
  bytes: z.int(),
  tokens: z.int(),
  truncated: z.boolean(),
});

/** Data of a response without a stored text. Absent parts are derived from the last valid text. */
export const answerSchema = z.object({
  findings: z.array(findingSchema).readonly(),
  preview: previewSchema.optional(),
  /** Ignore quality that an earlier version stored. */
  quality: qualityDetailsSchema.optional().catch(undefined),
});
