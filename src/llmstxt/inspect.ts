import type { LlmsDocument } from './document.ts';
import type { Finding } from './finding.ts';
import type { FullFileFacts, HomepageFacts, LinkCheck, ResponseFacts } from './response.ts';

/** All that may be known about a file. Only `body` is needed: rules that need more stay silent without it. */
export interface Inspectable {
  /** The bytes as received (decoded from content codings only), or text that somebody typed. Null when nothing came. */
  readonly body: Uint8Array | string | null;
  readonly response?: ResponseFacts;
  readonly homepage?: HomepageFacts | null;
  readonly fullFile?: FullFileFacts | null;
  readonly linkChecks?: readonly LinkCheck[];
  /** SHA-like hash or text of the other of apex and www, when both answered. */
  readonly wwwDiffers?: boolean;
  /** The path the file covers, from its URL; the root when absent. */
  readonly url?: string;
}

/** What the file is taken for, before any rule of the format is asked. */
export type BodyKind = 'llms' | 'none' | 'empty' | 'html' | 'other-format' | 'not-text' | 'parked';

export interface Inspection {
  readonly kind: BodyKind;
  /** Null unless the body is text of our kind or a text that could be read as one. */
  readonly document: LlmsDocument | null;
  /** The decoded text; null when there is none. */
  readonly text: string | null;
  readonly findings: readonly Finding[];
  /** No finding of severity error, and not `blocked`. */
  readonly valid: boolean;
  /** 0–100: 100 minus the findings' weights; see decisions in `quality.ts`. */
  readonly quality: number;
}
