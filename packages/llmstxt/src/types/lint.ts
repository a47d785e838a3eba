import type { LlmsDocument } from './document.ts';
import type { FullFileFacts, HomepageFacts, LinkCheck, ResponseFacts } from './facts.ts';
import type { Finding } from './finding.ts';
import type { LinksTried, QualityAssessment } from './quality.ts';

/** Input of linting. Only `body` is required. Rules without their inputs are skipped. */
export interface LintInput {
  /** Bytes after content decoding, or typed text. Null without a response. */
  readonly body: Uint8Array | string | null;
  /** Size of the received body, if `body` is decoded text. */
  readonly bytes?: number | undefined;
  readonly response?: ResponseFacts;
  /** Null if the homepage was not readable. */
  readonly homepage?: HomepageFacts | null;
  /** Null if llms-full.txt was not requested. */
  readonly fullFile?: FullFileFacts | null;
  readonly linkChecks?: readonly LinkCheck[];
  /** Numbers of earlier link checks, for quality. They replace `linkChecks`. */
  readonly linksTried?: LinksTried;
  /** Findings from data that is no longer stored, in place of the findings of their rules. */
  readonly earlierFindings?: readonly Finding[];
  /** True if the hosts with and without www serve different files. */
  readonly wwwDiffers?: boolean;
  /** Requested URL, if it redirected to the file and the response is no longer stored. */
  readonly requestUrl?: string;
  /** URL of the file, for relative links and its scope. `response.finalUrl` has priority. */
  readonly url?: string | undefined;
}

/** Text with its present or future URL. */
export type TextInput = Pick<LintInput, 'body' | 'url'>;

export interface LintOptions {
  /** Most findings reported per rule. Default: 100. One more finding counts the other findings. */
  readonly maxPerRule?: number;
  /** False to leave out `quality` (0) and `assessment` (null), which take more than half of the time. Default: true. */
  readonly assessQuality?: boolean;
}

/** Kind of a body, detected before the rules. `none` if there is no body. */
export type BodyKind = 'llms' | 'none' | 'empty' | 'html' | 'other-format' | 'not-text' | 'parked';

export interface DetectedBody {
  readonly kind: BodyKind;
  /** Description of a body that is not an llms.txt, to put into a sentence. Null for an llms.txt. */
  readonly looksLike: string | null;
}

/** Decoded text with its data. */
export interface DecodedBody {
  /** Text including its byte-order mark, so that offsets match the published file. */
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'typed';
  readonly bytes: number;
  /** True if invalid bytes became U+FFFD. */
  readonly damaged: boolean;
}

/** Rule that passed or was not judged. `message` has the reason. */
export interface UnbrokenRule extends Pick<Finding, 'id' | 'title' | 'severity' | 'source' | 'message' | 'spec_url'> {
  readonly outcome: 'passed' | 'not_applicable';
}

export interface LintResult {
  readonly kind: BodyKind;
  /** Null unless the body is an llms.txt, or a text readable as one. */
  readonly document: LlmsDocument | null;
  readonly text: string | null;
  /** Findings in the order of `RULES`. Within a rule, they are not sorted by line. */
  readonly findings: readonly Finding[];
  readonly unbroken: readonly UnbrokenRule[];
  /** True without findings of severity `error` or outcome `unknown`. */
  readonly valid: boolean;
  /** Quality from 0 to 100: how well an agent finds the right page with this file. 0 for an invalid file. */
  readonly quality: number;
  /** Components of the quality, also for an invalid file. Null without an llms.txt. */
  readonly assessment: QualityAssessment | null;
}
