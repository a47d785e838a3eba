import { z } from 'zod';
import type {
  FullFileFacts,
  HomepageFacts,
  LintResult,
  LlmsDocument,
  Preview,
  ReaderSummary,
  ResponseFacts,
} from '#llmstxt';
import type { TwinRule } from './page-twins.ts';
import type { ProofMethod } from './proof-methods.ts';
import type { ListedPage, ScopedFile, ScopedFileSource } from './resolution.ts';
import { type DomainState, instantSchema } from './state.ts';

/** What one visit saw, before it is judged. Pure data: `observe` makes it, `judge` reads it. */
export interface Observation {
  readonly domain: string;
  readonly at: string;
  readonly durationMs: number;
  /** The response that decided: for the file where it was found, or for the last place that was tried. */
  readonly response: ResponseFacts;
  /** The content is the one judged before (by a 304, or the same bytes); `inspection` is then null. */
  readonly notModified: boolean;
  readonly inspection: Inspection | null;
  readonly contentHash: string | null;
  readonly homepage: HomepageFacts | null;
  /** True where there is no file, and the homepage offers the domain itself. */
  readonly parkedHomepage?: boolean;
  readonly fullFile: FullFileFacts | null;
  /** What robots.txt says about the file; `not-asked`: a person asked for the visit, so it was not read. */
  readonly robots: Evidence['robots'];
  /** ISO 3166-1 alpha-2 of the address that answered, if geolocation knows it. */
  readonly addressCountry: string | null;
  readonly retryAfterMs: number | null;
  /** The owner's nested files as they were; absent where none was read. */
  readonly nested?: readonly NestedFile[];
  /** Valid files besides the one that was found, by who named them; a source is absent where it was not looked at. */
  readonly scopedFiles?: ScopedFiles;
  /** How the site offers its pages as Markdown; absent where that was not tested. */
  readonly twins?: readonly TwinRule[];
  /** What became of the proof of a verified domain; absent where none was looked for. */
  readonly proof?: ProofRecheck;
}

/** What the rules say about a file, and what is kept of it. */
export interface Inspection extends Omit<LintResult, 'document'> {
  /** Null unless the body is an llms.txt, or a text that could be read as one. */
  readonly document: FileDigest | null;
  /** What the reference parsers would take; empty where they were not simulated. */
  readonly readers: readonly ReaderSummary[];
}

/** What visits store and show of a file. Short, because it passes between threads. */
export interface FileDigest extends Pick<LlmsDocument, 'title' | 'summary' | 'details' | 'bytes'> {
  /** Number of H2 sections. */
  readonly sections: number;
  /** Number of links. */
  readonly links: number;
  /** Whether a link leads to the site itself. */
  readonly linksToSite: boolean;
  readonly preview: Preview;
  /** What is searched of it: the first of its sentences, the names of sections and links, and the notes of links. */
  readonly searchText: Readonly<Record<'names' | 'notes', readonly string[]>> & { readonly prose: string };
  /** The links that are stored of a further file. */
  readonly foundLinks: readonly ListedPage[];
}

export type ScopedFiles = Partial<Readonly<Record<ScopedFileSource, readonly ScopedFile[]>>>;

/** What a recheck of a proof saw. `method`: where it was found, or the place that counts. */
export interface ProofRecheck {
  readonly method: ProofMethod;
  readonly outcome: 'present' | 'absent' | 'inconclusive';
}

/** The evidence of the last visit, as stored and shown. */
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

/** An alert, written to the outbox in the same transaction as the change that it reports. */
export interface Alert {
  readonly type: AlertType;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One point of the score history. */
export const scorePointSchema = z.object({
  at: instantSchema,
  status: z.string(),
  authority: z.int().nullable(),
  score_version: z
    .int()
    .nullable()
    .describe(
      'Version of the formula: between two versions a score changes without the site. Null before the first score.',
    ),
  reach: z.int().nullable(),
  trust: z.int().nullable(),
  quality: z.int().nullable(),
  freshness: z.int().nullable(),
});
export type ScorePoint = z.infer<typeof scorePointSchema>;

/** What follows from an observation: the next state, alerts, and when to visit next. */
export interface Judgement {
  readonly next: DomainState;
  readonly alerts: readonly Alert[];
  /** A row for the history, or null when nothing that it keeps has changed. */
  readonly point: ScorePoint | null;
  /** True when a domain that was fine failed in this visit: it counts for the self-fault breaker, and is held until the run settles. */
  readonly failed: boolean;
  readonly dueAt: string;
}

/** A finding as stored and answered. */
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
  fix: z.string().nullable(),
  edits: z.array(z.object({ start: z.int(), end: z.int(), text: z.string() })).readonly(),
  spec_url: z.string(),
});

/** Whether it is something that was found, and not a rule that has passed or could not be judged. */
export function isFinding({ outcome }: { readonly outcome: string }): boolean {
  return outcome === 'failed' || outcome === 'unknown';
}

/** What the quality of a file is made of, as stored and answered. */
export const qualityDetailsSchema = z.object({
  version: z.int().describe('Of the formula: qualities of two versions cannot be compared.'),
  score: z
    .int()
    .min(0)
    .max(100)
    .describe('The weighted sum of the parts, or the limit. An invalid file has quality 0 until it is valid.'),
  parts: z
    .array(
      z.object({
        id: z.enum(['orientation', 'coverage', 'descriptions', 'grouping', 'size', 'health', 'form']),
        score: z.int().min(0).max(100),
        weight: z.int().describe('Points of 100 that the part is worth.'),
        reason: z.string().describe('What was seen.'),
        raise: z.string().nullable().describe('What would raise it; null where there is next to nothing to gain.'),
        lines: z.array(z.int()).readonly().describe('Lines of the file where to begin.'),
      }),
    )
    .readonly(),
  limit: z
    .object({
      score: z.int().min(0).max(100),
      reason: z.string(),
      lines: z.array(z.int()).readonly().describe('Lines of the file that it is about.'),
    })
    .nullable()
    .describe(
      'What is left of the sum where the file lacks something that it cannot do without, or where what it says does not fit its pages; null where all is left.',
    ),
  links: z
    .object({ checked: z.int(), dead: z.int(), redirecting: z.int() })
    .describe('Links that were tried, and what came of them.'),
});
export type QualityDetails = z.infer<typeof qualityDetailsSchema>;

/** What the visit that brought a text has seen and the text does not say. */
export const seenSchema = z.object({
  /** Where the text came from. */
  url: z.string(),
  /** URL that redirected there. */
  asked_url: z.string().optional(),
  /** The file is another site's. */
  is_borrowed: z.boolean(),
  links: qualityDetailsSchema.shape.links.nullable(),
  /** Of the formula that gave the quality; null where there is none. */
  quality_version: z.int().nullable(),
  /** Of rules that judge more than the text. */
  findings: z.array(findingSchema).readonly(),
});
export type Seen = z.infer<typeof seenSchema>;

/** One of the owner's nested files, as stored and answered: whether it is there, and what the rules say about it. */
export const nestedFileSchema = z.object({
  url: z.string(),
  status: z.int().nullable(),
  failure: z.string().nullable(),
  valid: z.boolean(),
  findings: z.array(findingSchema).readonly(),
});
export type NestedFile = z.infer<typeof nestedFileSchema>;

/** What an agent would see of a file, as stored and answered. */
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

/** What was made of an answer whose text is not stored; a part that is absent follows from the last valid text. */
export const answerSchema = z.object({
  findings: z.array(findingSchema).readonly(),
  preview: previewSchema.optional(),
  quality: qualityDetailsSchema.optional(),
});
