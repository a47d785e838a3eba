import type { LlmsDocument } from './document.ts';
import type { FullFileFacts, HomepageFacts, LinkCheck, ResponseFacts } from './facts.ts';
import type { Finding, RuleSource, Severity } from './finding.ts';
import type { LinksTried, QualityAssessment } from './quality.ts';

/** All that may be known about a file. Only `body` is needed: rules that need more stay silent without it. */
export interface LintInput {
  /** The bytes as received (decoded from content codings only), or text that somebody typed. Null when nothing came. */
  readonly body: Uint8Array | string | null;
  /** Size of the body as received, where `body` is the text that it was decoded to. */
  readonly bytes?: number | undefined;
  readonly response?: ResponseFacts;
  /** Null when the homepage could not be read. */
  readonly homepage?: HomepageFacts | null;
  /** Null when llms-full.txt was not asked for. */
  readonly fullFile?: FullFileFacts | null;
  readonly linkChecks?: readonly LinkCheck[];
  /** In place of `linkChecks`: what came of an earlier try, of which only the numbers are known. Counts for quality. */
  readonly linksTried?: LinksTried;
  /** Findings from facts that are no longer known. They replace what their rules would find now. */
  readonly earlierFindings?: readonly Finding[];
  /** True when the host with www and the host without it both answered, with different files. */
  readonly wwwDiffers?: boolean;
  /** URL that was asked for, if a redirect led from it to the file, and the response is no longer known. */
  readonly requestUrl?: string;
  /** The file's own URL, for relative links and the path that it covers; `response.finalUrl` goes before it. */
  readonly url?: string;
}

/** A text, and the URL that it has or will have. */
export type TextInput = Pick<LintInput, 'body' | 'url'>;

export interface LintOptions {
  /** Findings reported of one rule, 100 by default; the rest is counted in one more. */
  readonly maxPerRule?: number;
  /** False leaves out `quality` (0) and `assessment` (null), which take more than half of the time. True by default. */
  readonly assessQuality?: boolean;
}

/** What a body was found to be before any rule about the format runs; `none` where there is no body to judge. */
export type BodyKind = 'llms' | 'none' | 'empty' | 'html' | 'other-format' | 'not-text' | 'parked';

export interface DetectedBody {
  readonly kind: BodyKind;
  /** What it looks like, in words that go into a sentence; null for an llms.txt. */
  readonly looksLike: string | null;
}

/** Bytes or typed text, made into the text that everything else reads. */
export interface DecodedBody {
  /** The text with its byte-order mark kept, so that offsets into it are offsets into what was published. */
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'typed';
  /** Size of the body in bytes. */
  readonly bytes: number;
  /** Bytes that are not of the encoding became U+FFFD. */
  readonly damaged: boolean;
}

/** A rule that has passed, or that could not be judged; `message` says why. */
export interface UnbrokenRule {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly source: RuleSource;
  readonly outcome: 'passed' | 'not_applicable';
  readonly message: string;
  readonly spec_url: string;
}

export interface LintResult {
  readonly kind: BodyKind;
  /** Null unless the body is an llms.txt, or a text that could be read as one. */
  readonly document: LlmsDocument | null;
  /** The decoded text; null when there is none. */
  readonly text: string | null;
  /** In the order of `RULES`, and of the text within one rule. */
  readonly findings: readonly Finding[];
  /** Every rule that was asked and has no finding. */
  readonly unbroken: readonly UnbrokenRule[];
  /** No finding of severity `error`, and none of outcome `unknown`. */
  readonly valid: boolean;
  /** 0 to 100: how well an agent finds the right page with this file. 0 for an invalid one. */
  readonly quality: number;
  /** What the quality is made of, an invalid file's as it would be; null where there is no llms.txt to assess. */
  readonly assessment: QualityAssessment | null;
}
