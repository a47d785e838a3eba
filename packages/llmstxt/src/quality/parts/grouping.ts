import { groupBy } from '../../group-by.ts';
import { groupDigits } from '../../group-digits.ts';
import type { Explanation } from '../../types/quality.ts';
import type { QualityConstants } from '../constants.ts';
import { falling, rising } from '../curves.ts';
import type { Page } from '../pages.ts';
import { count } from '../part.ts';

export interface Grouping {
  readonly pages: number;
  /** Pages under the heading of a typical page, as the geometric mean over all pages. */
  readonly typical: number;
  readonly largest: number;
  /** Fit of pages and headings, 0–1. */
  readonly fit: number;
  /** First page of the largest group. */
  readonly line: number | null;
}

export function measureGroups(pages: readonly Page[]): Omit<Grouping, 'fit'> {
  let logarithms = 0;
  let largest = 0;
  let line: number | null = null;
  for (const group of groupBy(pages, (page) => page.group).values()) {
    const { length } = group;
    logarithms += length * Math.log(length);
    if (length <= largest) continue;
    largest = length;
    line = group[0]?.line ?? null;
  }
  const typical = pages.length === 0 ? 0 : Math.exp(logarithms / pages.length);
  return { pages: pages.length, typical, largest, line };
}

export function scoreGrouping(grouping: Grouping, constants: QualityConstants['grouping']): number {
  return scoreLengths(grouping, constants) * grouping.fit;
}

function scoreLengths({ typical }: Grouping, constants: QualityConstants['grouping']): number {
  if (typical === 0) return 0;
  const { single, fewest, most, none } = constants;
  return typical > most ? falling(typical, most, none) : single + (1 - single) * rising(typical, 1, fewest);
}

/** Reports whether unsuitable headings cost more than the lengths of the lists. */
export function isUnsuitable(grouping: Grouping, constants: QualityConstants['grouping']): boolean {
  return grouping.fit < scoreLengths(grouping, constants);
}

export function explainGrouping(grouping: Grouping, constants: QualityConstants['grouping']): Explanation {
  const { pages, typical, largest, line, fit } = grouping;
  if (pages === 0) return { reason: 'The file has no pages to group.', raise: null, lines: [] };
  const lengths = `A typical heading has ${count(Math.round(typical), 'page')} under it; the longest list has ${groupDigits(largest)}.`;
  const reason = fit < 1 ? `${lengths} Headings have little in common with the pages under them.` : lengths;
  if (isUnsuitable(grouping, constants))
    return { reason, raise: 'Put each page under a heading that names its subject.', lines: [] };
  if (typical > constants.most)
    return {
      reason,
      raise:
        'Divide long lists under headings that name a common subject. Aim for four to eight pages under each heading.',
      lines: line === null ? [] : [line],
    };
  // Give no advice for a file with one list, because it needs more pages, and coverage advises more pages.
  return { reason, raise: largest === pages ? null : 'Put pages that belong together under one heading.', lines: [] };
}
