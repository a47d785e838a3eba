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

/** What is known of a file: from a visit, or from the text that somebody has typed. */
export interface FileReport {
  /** Null where no text came. */
  readonly text: string | null;
  /** False when `text` is only the beginning of the file. */
  readonly isWhole: boolean;
  /** The file's address; null for a text that has none yet. */
  readonly url: string | null;
  /** Null where there is no llms.txt to assess. */
  readonly quality: QualityView | null;
  readonly findings: readonly ShownFinding[];
  /** The rules without a finding. */
  readonly unbroken: readonly ShownRule[];
  readonly preview: Preview | null;
  readonly readers: readonly ReaderSummary[];
}

const READER_NAMES = { python: 'Python', javascript: 'JavaScript' } as const;
/** More examples of lost text would not be read. */
const MAX_LOSSES = 5;
/** A larger file is edited elsewhere than on a page, which would hold it twice. */
const MAX_EDITED_CHARACTERS = 200_000;
const MAX_EXCERPT_CHARACTERS = 120;

/** The report on a file in its order: text and findings, the fixed file, quality, other checks, what an agent sees, what parsers take. */
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
    /** What an edited text keeps of the visit that read the file. */
    visit: fixes && url !== null ? { url, kept: keptFindings(findings, fixes.rules) } : null,
    /** A published file that has to be edited by hand. */
    ownFile: url !== null && isWhole && !fixes?.text && findings.length > 0 && isEditable(text) ? text : null,
    outline: preview && outlineView(preview),
    readers: readers.map(readerView),
  };
}
export type ReportView = ReturnType<typeof reportView>;

/** A rule that only a visit can test. */
export interface KeptFinding {
  readonly title: string;
  readonly isError: boolean;
  readonly count: number;
}

/** Returns the rules that are broken and that the text does not break by itself. */
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

/** What one of the two programs that the proposal publishes takes from the file. */
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
