import { decodeBody } from './answer/decode-body.ts';
import { isSuccess } from './answer/status.ts';
import { groupBy } from './group-by.ts';
import { MAX_MARKS } from './parser/document/marks.ts';
import { readFile } from './parser/read-file.ts';
import { SEVERITY_WEIGHTS } from './quality/parts/form.ts';
import { listUnbroken } from './reporting/list-unbroken.ts';
import type { Needs } from './reporting/needs.ts';
import { toFinding } from './reporting/to-finding.ts';
import type { ResponseFacts } from './types/facts.ts';
import type { LlmsFile } from './types/file.ts';
import type { Finding, Severity } from './types/finding.ts';
import type { BodyKind, DecodedBody, DetectedBody, LintInput, LintOptions, LintResult } from './types/lint.ts';
import type { Rule, RuleContext, RuleReport } from './types/rule.ts';

const NO_BODY: DetectedBody = { kind: 'none', looksLike: null };

type Assessed = Pick<LintResult, 'quality' | 'assessment'>;
const NOT_ASSESSED: Assessed = { quality: 0, assessment: null };

export interface Judgment {
  readonly rules: readonly Rule[];
  /** Inputs of the rules. */
  readonly needs: Needs;
  detect(text: string, url: string | undefined): DetectedBody;
  /** Scores the quality, and explains the score or returns null. */
  assess(file: LlmsFile, findings: readonly Finding[], input: LintInput): Assessed;
  /** Returns the visible text of a web page. */
  readPage(html: string): string;
  /** Reports whether a bot wall answered in place of the site. */
  isBotWall(context: Omit<RuleContext, 'isBotWall'>): boolean;
}

/** Judges a file with all rules whose inputs are present. Never throws. */
export function judge(
  { rules, needs, detect, assess, readPage, isBotWall }: Judgment,
  input: LintInput,
  options: LintOptions,
): LintResult {
  const maxPerRule = options.maxPerRule ?? MAX_MARKS;
  const decoded = isFile(input.response) && input.body !== null ? decodeBody(input.body) : null;
  const detected = decoded === null ? NO_BODY : detect(decoded.text, findUrl(input));
  const file = decoded !== null && isReadable(detected.kind) ? read(decoded, input, maxPerRule) : null;
  const pageText = decoded !== null && detected.kind === 'html' ? readPage(decoded.text) : '';
  const facts = { ...detected, decoded, file, input, pageText };
  const context: RuleContext = { ...facts, isBotWall: isBotWall(facts) };
  const findings: Finding[] = [];
  const earlier = groupBy(input.earlierFindings ?? [], ({ id }) => id);
  for (const rule of rules) {
    const earlierFindings = earlier.get(rule.id);
    if (earlierFindings) findings.push(...earlierFindings);
    else addFindings(rule, context, maxPerRule, findings);
  }
  const valid = !findings.some((finding) => finding.severity === 'error' || finding.outcome === 'unknown');
  const { quality, assessment } =
    file !== null && detected.kind === 'llms' && options.assessQuality !== false
      ? assess(file, findings, input)
      : NOT_ASSESSED;
  return {
    kind: detected.kind,
    document: file?.document ?? null,
    text: decoded?.text ?? null,
    findings,
    unbroken: listUnbroken(rules, context, new Set(findings.map(({ id }) => id)), needs),
    valid,
    quality: valid ? quality : 0,
    assessment,
  };
}

/** Reports whether a response delivered the file, which needs status 200. */
function isFile(response: ResponseFacts | undefined): boolean {
  return response === undefined || (response.failure === null && isSuccess(response.status ?? 0));
}

/** Reports whether a text is readable as an llms.txt, even if it is another format. */
function isReadable(kind: BodyKind): boolean {
  return kind === 'llms' || kind === 'other-format';
}

/** Returns the final URL of the file. */
function findUrl({ response, url }: LintInput): string | undefined {
  return response?.finalUrl ?? url;
}

function read(decoded: DecodedBody, input: LintInput, maxMarks: number): LlmsFile {
  return readFile(decoded.text, { url: findUrl(input), bytes: input.bytes ?? decoded.bytes, maxMarks });
}

function addFindings(rule: Rule, context: RuleContext, max: number, findings: Finding[]): void {
  const text = context.decoded?.text ?? null;
  let count = 0;
  // Use the highest severity of the unlisted places, because one error makes the file invalid.
  let severity: Severity | undefined;
  for (const report of listReports(rule, context)) {
    if (count++ < max) findings.push(toFinding(rule, report, text));
    else severity = highest(report.severity ?? rule.severity, severity);
  }
  const total = Math.max(count, countMarks(rule, context));
  if (total <= max || count === 0) return;
  const more = total - Math.min(count, max);
  const message = `More places like these: ${more}.`;
  findings.push({ ...toFinding(rule, { at: null, message, severity }, null), more });
}

function highest(one: Severity, other: Severity = one): Severity {
  return SEVERITY_WEIGHTS[one] > SEVERITY_WEIGHTS[other] ? one : other;
}

function listReports(rule: Rule, context: RuleContext): Iterable<RuleReport> {
  if (rule.reads === 'answer') return rule.check(context);
  return context.kind === 'llms' && context.file !== null ? rule.check(context.file, context.input) : [];
}

/** Counts the places of a rule, of which some may not be kept. */
function countMarks(rule: Rule, { kind, file }: RuleContext): number {
  if (rule.reads !== 'text' || kind !== 'llms' || file === null) return 0;
  return (rule.marks ?? []).reduce((sum, mark) => sum + file.marks.total(mark), 0);
}
