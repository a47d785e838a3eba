import { countPlaces, type Preview, type ReaderSummary } from '#llmstxt';
import { formatQuantity } from '../../../../directory/format-numbers.ts';
import { cleanText } from '../../format/untrusted-text.ts';
import { type FindingsView, findingsView, type ShownFinding } from '../findings/findings-view.ts';
import { outlineView } from '../outline/outline-view.ts';
import type { QualityView } from '../quality/quality-view.ts';
import { hasNoFile } from '../quality/verdict.ts';
import { diffView } from './diff-view.ts';
import { fixText } from './fix-text.ts';
import { otherRulesView, type ShownRule } from './other-rules-view.ts';
import { sourceView } from './source-view.ts';

/** Data for the report on a file, from a visit or typed text. */
export interface FileReport {
  readonly text: string | null;
  /** False if `text` is only the start of the file. */
  readonly isWhole: boolean;
  /** URL of the file, or null for a text without a URL. */
  readonly url: string | null;
  /** Path of the whole file with its fixes. Null for a text without such a path. */
  readonly wholePath: string | null;
  readonly quality: QualityView | null;
  readonly findings: readonly ShownFinding[];
  readonly unbroken: readonly ShownRule[];
  readonly preview: Preview | null;
  readonly readers: readonly ReaderSummary[];
}

const READER_NAMES = { python: 'Python', javascript: 'JavaScript' } as const;
const MAX_LOSSES = 3;
/** Most characters of a file that the page itself contains, because a page has at most 60 kB. */
const MAX_INLINE_CHARACTERS = 4_000;
/** Most characters of a file that is editable on the page. */
const MAX_EDITED_CHARACTERS = 200_000;
const MAX_EXCERPT_CHARACTERS = 120;
/** Bytes of the shown links, because a page has at most 60 kB. */
const MAX_OUTLINE_BYTES = 4_000;

/** Creates the report on a file: text and findings, fixed file, quality, other checks, preview, and results of parsers. */
export function reportView(report: FileReport) {
  const { text, isWhole, url, quality, preview } = report;
  const fixes = text === null ? null : fixText(text, url, isWhole);
  const findings = findingsView(report.findings, fixes?.replacementOf);
  const readers = report.readers.map(readerView);
  const isEditable = url !== null && isWhole && !fixes?.text && report.findings.length > 0 && !hasNoFile(findings);
  return {
    quality,
    source: text === null ? null : sourceView(text, report.findings, linkedLines(quality, findings, readers)),
    findings,
    otherRules: otherRulesView(report.unbroken),
    fixedFile: fixes?.text
      ? {
          sentence: `${formatQuantity(fixes.count, 'finding')} fixed automatically; nothing was removed.`,
          whole: wholeText(fixes.text, report),
          diff: diffView(text ?? '', fixes.text),
        }
      : null,
    /** Findings of the visit that an edited text keeps. */
    visit: fixes && url !== null ? { url, kept: keptFindings(report.findings, fixes.rules) } : null,
    /** Published file. Present if no fix is automatic. */
    ownFile: isEditable && text !== null && text.length <= MAX_EDITED_CHARACTERS ? wholeText(text, report) : null,
    outline: preview && outlineView(preview, undefined, MAX_OUTLINE_BYTES),
    readers,
  };
}
export type ReportView = ReturnType<typeof reportView>;

/** Whole text of a file, or its path if the page does not contain it. */
export type WholeText = { readonly text: string } | { readonly path: string };

function wholeText(text: string, { wholePath }: Pick<FileReport, 'wholePath'>): WholeText {
  return wholePath === null || text.length <= MAX_INLINE_CHARACTERS ? { text } : { path: wholePath };
}

/** Returns the numbers of lines that other parts of the report link to. */
function linkedLines(quality: QualityView | null, { rules }: FindingsView, readers: readonly ReaderView[]) {
  return new Set([
    ...rules.flatMap(({ places }) => places.flatMap(({ line }) => line ?? [])),
    ...(quality?.advice ?? []).flatMap(({ lines }) => lines),
    ...readers.flatMap(({ losses }) => losses.map(({ line }) => line)),
  ]);
}

/** Returns the broken rules that need a visit. */
export function keptFindings(findings: readonly ShownFinding[], ofText: ReadonlySet<string>) {
  const untested = findings.filter(({ id, severity }) => !ofText.has(id) && severity !== 'info');
  return [...Map.groupBy(untested, ({ id }) => id).values()].flatMap((found) => {
    const [first] = found;
    return first ? [{ title: first.title, isError: first.severity === 'error', count: countPlaces(found) }] : [];
  });
}
export type KeptFinding = ReturnType<typeof keptFindings>[number];

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
