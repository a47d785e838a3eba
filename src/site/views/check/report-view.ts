import type { Preview, ReaderSummary } from '#llmstxt';
import { countOf } from '../../format/numbers.ts';
import { cleanText } from '../../format/untrusted-text.ts';
import { findingsView, type ShownFinding } from '../findings/findings-view.ts';
import { outlineView } from '../outline/outline-view.ts';
import type { QualityView } from '../quality/quality-view.ts';
import { diffView } from './diff-view.ts';
import { fixText } from './fix-text.ts';
import { otherRulesView, type ShownRule } from './other-rules-view.ts';
import { sourceView } from './source-view.ts';

/** Data of a file, from a visit or typed text. */
export interface FileReport {
  /** Null without a text. */
  readonly text: string | null;
  /** False if `text` is only the start of the file. */
  readonly isWhole: boolean;
  /** URL of the file, or null for a text without one. */
  readonly url: string | null;
  /** Null without an llms.txt. */
  readonly quality: QualityView | null;
  readonly findings: readonly ShownFinding[];
  /** Rules without a finding. */
  readonly unbroken: readonly ShownRule[];
  readonly preview: Preview | null;
  readonly readers: readonly ReaderSummary[];
}

const READER_NAMES = { python: 'Python', javascript: 'JavaScript' } as const;
/** Most examples of lost text. */
const MAX_LOSSES = 5;
/** Largest file editable on the page, which contains it twice. */
const MAX_EDITED_CHARACTERS = 200_000;
const MAX_EXCERPT_CHARACTERS = 120;

/**
 * Creates the report on a file: text and findings, fixed file, quality, other checks, preview, results of parsers.
 */
export function reportView({ text, isWhole, url, quality, findings, unbroken, preview, readers }: FileReport) {
  const fixes = text === null ? null : fixText(text, url, isWhole);
  return {
    quality,
    source: text === null ? null : sourceView(text, findings),
    findings: findingsView(findings, fixes?.replacementOf),
    otherRules: otherRulesView(unbroken),
    fixedFile: fixes?.text
      ? {
          sentence: `${countOf(fixes.count, 'finding')} fixed automatically; nothing was removed.`,
          text: fixes.text,
          diff: diffView(text ?? '', fixes.text),
        }
      : null,
    /** Findings of the visit that an edited text keeps. */
    visit: fixes && url !== null ? { url, kept: keptFindings(findings, fixes.rules) } : null,
    /** Published file without automatic fixes. */
    ownFile: url !== null && isWhole && !fixes?.text && findings.length > 0 && isEditable(text) ? text : null,
    outline: preview && outlineView(preview),
    readers: readers.map(readerView),
  };
}
export type ReportView = ReturnType<typeof reportView>;

/** Rule that needs a visit. */
export interface KeptFinding {
  readonly title: string;
  readonly isError: boolean;
  readonly count: number;
}

/** Returns the broken rules that need a visit. */
export function keptFindings(findings: readonly ShownFinding[], ofText: ReadonlySet<string>): KeptFinding[] {
  const kept = findings.filter(({ id, severity }) => !ofText.has(id) && severity !== 'info');
  return [...Map.groupBy(kept, ({ id }) => id).values()].flatMap((found) => {
    const [first] = found;
    return first ? [{ title: first.title, isError: first.severity === 'error', count: found.length }] : [];
  });
}

function isEditable(text: string | null): boolean {
  return text !== null && text.length <= MAX_EDITED_CHARACTERS;
}

/** Result of a reference parser. */
function readerView({ reader, reads, sentence, losses }: ReaderSummary) {
  const [look, label] = !reads
    ? ['invalid', 'fails']
    : losses.length > 0
      ? ['pending', 'partly read']
      : ['valid', 'read in full'];
  return {
    name: READER_NAMES[reader],
    look: `status ${look}`,
    label,
    sentence,
    losses: losses
      .slice(0, MAX_LOSSES)
      .map(({ line, excerpt }) => ({ line, excerpt: cleanText(excerpt, MAX_EXCERPT_CHARACTERS) })),
  };
}
export type ReaderView = ReturnType<typeof readerView>;
