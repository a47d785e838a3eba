import type { QualityLimit } from '../types/quality.ts';
import type { QualityConstants } from './constants.ts';
import { falling } from './curves.ts';
import { countRead } from './fit/read-page.ts';
import type { Page } from './pages.ts';
import { count, keepLine } from './part.ts';
import type { Coverage } from './parts/coverage.ts';
import type { Size } from './parts/size.ts';

/** Faults that make any file misleading. */
export interface Trust {
  /** Pages whose words were read. */
  readonly pages: number;
  /** Pages of other sites without a common subject, or with a code at the end of the URL. */
  readonly foreign: ReadonlySet<Page>;
  /** Pages whose names distinguish nothing. */
  readonly emptyNames: ReadonlySet<Page>;
  /** Fit of pages and headings, 0–1. */
  readonly sectionsFit: number;
  /** True if words are shuffled, or if hardly any word is on two pages. */
  readonly isRandom: boolean;
  /** True if names belong to other pages, or if notes belong to other pages and names share few words with their URLs. */
  readonly isExchanged: boolean;
  readonly isPlaceholder: boolean;
}

interface Measured {
  readonly coverage: Coverage;
  readonly size: Size;
  readonly trust: Trust;
}

/** Factor of the score of a file whose words have no content. */
const SAYS_NOTHING = 0.2;
/** Loss if all pages are foreign, if all names are empty, and if no page fits its heading. */
const LOST_BY_FOREIGN = 1;
const LOST_BY_EMPTY_NAMES = 0.6;
const LOST_BY_SECTIONS = 0.09;

/** Returns the share (0–1) that a file with this many pages keeps: an equal share per page up to `enoughPages`. */
function keptByPages({ pages }: Coverage, { withoutPages, enoughPages }: QualityConstants['limits']): number {
  return (withoutPages + (100 - withoutPages) * Math.min(1, pages / enoughPages)) / 100;
}

function keptBySize({ bytes }: Size, { limits, size }: QualityConstants): number {
  const readable = falling(bytes, limits.readableSize, size.unusable);
  return (limits.unusableSize + (100 - limits.unusableSize) * readable) / 100;
}

/** Returns the factor (0–1) of each fault. */
function sharesKept({ pages, foreign, emptyNames, sectionsFit, isRandom, isExchanged, isPlaceholder }: Trust) {
  const all = Math.max(1, pages);
  return {
    words: isRandom || isExchanged || isPlaceholder ? SAYS_NOTHING : 1,
    foreign: 1 - (LOST_BY_FOREIGN * foreign.size) / all,
    emptyNames: 1 - (LOST_BY_EMPTY_NAMES * emptyNames.size) / all,
    sections: 1 - LOST_BY_SECTIONS * (1 - sectionsFit),
  };
}

/** Limits the sum of the parts to a score (0–100). */
export function limitScore(sum: number, { coverage, size, trust }: Measured, constants: QualityConstants): number {
  const readable = sum * keptByPages(coverage, constants.limits) * keptBySize(size, constants);
  return Object.values(sharesKept(trust)).reduce((score, share) => score * share, readable);
}

/** Explains why the score is below the sum of the parts. Returns null if the score equals the sum. */
export function explainLimit(sum: number, measured: Measured, constants: QualityConstants): QualityLimit | null {
  const score = limitScore(sum, measured, constants);
  if (Math.round(score) >= Math.round(sum)) return null;
  const faults = listFaults(measured, constants).toSorted((a, b) => a.kept - b.kept);
  return {
    score: Math.round(score),
    reason: faults.map(({ reason }) => reason).join(' '),
    lines: faults.find(({ lines }) => lines.length > 0)?.lines ?? [],
  };
}

interface Fault {
  /** Factor of the score, 0–1. */
  readonly kept: number;
  readonly reason: string;
  readonly lines: readonly number[];
}

function listFaults({ coverage, size, trust }: Measured, constants: QualityConstants): readonly Fault[] {
  const { pages, foreign, emptyNames } = trust;
  const shares = sharesKept(trust);
  const { enoughPages } = constants.limits;
  const byPages = keptByPages(coverage, constants.limits);
  const bySize = keptBySize(size, constants);
  const faults: readonly Fault[] = [
    {
      kept: byPages,
      reason: `A file with ${count(coverage.pages, 'page that counts', 'pages that count')} keeps ${Math.round(100 * byPages)} % of its points; from ${enoughPages} pages on, it keeps all.`,
      lines: [],
    },
    {
      kept: bySize,
      reason: `A file of this size keeps ${Math.round(100 * bySize)} % of its points, because many agents read only a part of it.`,
      lines: [],
    },
    {
      kept: shares.words,
      reason: explainWords(trust),
      lines: [],
    },
    {
      kept: shares.foreign,
      reason: `${foreign.size} of ${countRead(pages)} are on other sites and have little in common with this site, or their URLs end with a code.`,
      lines: listFirstLines(foreign),
    },
    {
      kept: shares.emptyNames,
      reason: `${emptyNames.size} of ${countRead(pages)} have names that do not distinguish pages.`,
      lines: listFirstLines(emptyNames),
    },
    { kept: shares.sections, reason: 'Headings have little in common with the pages under them.', lines: [] },
  ];
  return faults.filter((fault) => fault.kept < 1);
}

function listFirstLines(pages: ReadonlySet<Page>): readonly number[] {
  const lines: number[] = [];
  for (const { line } of pages) keepLine(lines, line);
  return lines;
}

function explainWords({ isPlaceholder, isRandom }: Trust): string {
  if (isPlaceholder) return 'Much of the text is placeholder text.';
  return isRandom
    ? 'The words are random: the order is impossible, such as "the of", or hardly any word is on two pages.'
    : 'Names or notes describe other pages than their own.';
}
