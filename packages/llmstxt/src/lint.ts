import { type Decoded, decode } from './answer/decode-body.ts';
import { type Guess, guessKind } from './answer/detect-body-kind.ts';
import { MAX_MARKS } from './parser/document/marks.ts';
import { readFile } from './parser/read-file.ts';
import { quality } from './quality/quality.ts';
import { RULES } from './rules.ts';
import type { LlmsDocument } from './types/document.ts';
import type { FullFileFacts, HomepageFacts, LinkCheck, ResponseFacts } from './types/facts.ts';
import type { LlmsFile } from './types/file.ts';
import type { Finding } from './types/finding.ts';
import type { Found, Rule, Subject } from './types/rule.ts';

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

export interface InspectOptions {
  /** Findings reported of one rule; the rest is counted in one more. Repairing asks for all. */
  readonly maxPerRule?: number;
}

const NOTHING: Guess = { kind: 'none', looksLike: null };

/** Longest text shown of a place. */
const MAX_EXCERPT = 120;

/** Judges a file with every rule that has what it needs. Total: any input gives an inspection. */
export function inspect(input: Inspectable, options: InspectOptions = {}): Inspection {
  const maxPerRule = options.maxPerRule ?? MAX_MARKS;
  const decoded = isReadable(input.response) && input.body !== null ? decode(input.body) : null;
  const guess = decoded === null ? NOTHING : guessKind(decoded.text);
  const file = readable(guess) && decoded !== null ? read(decoded, input, maxPerRule) : null;
  const subject: Subject = { ...guess, decoded, file, input };
  const findings: Finding[] = [];
  for (const rule of RULES) report(rule, subject, maxPerRule, findings);
  const valid = !findings.some((finding) => finding.severity === 'error' || finding.outcome === 'unknown');
  return {
    kind: guess.kind,
    document: file?.document ?? null,
    text: decoded?.text ?? null,
    findings,
    valid,
    quality: quality(findings, valid),
  };
}

/** A body counts only where the answer says that it is the file. */
function isReadable(response: ResponseFacts | undefined): boolean {
  if (response === undefined) return true;
  return response.failure === null && response.status !== null && response.status >= 200 && response.status < 300;
}

/** Text that could be read as an llms.txt, even where it is something else. */
function readable(guess: Guess): boolean {
  return guess.kind === 'llms' || guess.kind === 'parked' || guess.kind === 'other-format';
}

function read(decoded: Decoded, input: Inspectable, maxMarks: number): LlmsFile {
  const url = input.response?.finalUrl ?? input.url;
  return readFile(decoded.text, { url, bytes: decoded.bytes, maxMarks });
}

function report(rule: Rule, subject: Subject, max: number, findings: Finding[]): void {
  let count = 0;
  for (const found of foundBy(rule, subject)) {
    if (count < max) findings.push(findingOf(rule, found, subject.decoded?.text ?? null));
    count++;
  }
  const marks = rule.reads === 'text' && subject.kind === 'llms' ? rule.marks : undefined;
  const total = Math.max(count, marks?.reduce((sum, kind) => sum + (subject.file?.marks.count(kind) ?? 0), 0) ?? 0);
  if (total <= max || count === 0) return;
  const message = `${total - Math.min(count, max)} more places like these; the first ${Math.min(count, max)} are listed.`;
  findings.push(findingOf(rule, { at: null, message }, null));
}

function foundBy(rule: Rule, subject: Subject): Iterable<Found> {
  if (rule.reads === 'answer') return rule.check(subject);
  return subject.kind === 'llms' && subject.file !== null ? rule.check(subject.file, subject.input) : [];
}

function findingOf(rule: Rule, found: Found, text: string | null): Finding {
  const { at } = found;
  return {
    id: rule.id,
    title: rule.title,
    severity: found.severity ?? rule.severity,
    outcome: found.outcome ?? 'failed',
    source: rule.source,
    line: at?.line ?? null,
    column: at?.column ?? null,
    excerpt: at === null || text === null ? null : excerptOf(text, at.start, at.end),
    message: found.message,
    fix: found.fix ?? rule.fix,
    edits: found.edits ?? [],
    spec_url: rule.specUrl,
  };
}

/** The text at the place on its first line; at least to the end of a word, at most so long. */
function excerptOf(text: string, start: number, end: number): string {
  const raw = text.slice(start, Math.min(Math.max(end, start + 1), start + MAX_EXCERPT + 1));
  const line = raw.split(/[\r\n]/, 1)[0] ?? '';
  return line.length > MAX_EXCERPT ? `${line.slice(0, MAX_EXCERPT - 1)}…` : line;
}
