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

export class GroupCounter {
  #pages = 0;
  #group = -1;
  #inGroup = 0;
  #firstLine = 0;
  #logarithms = 0;
  #largest = 0;
  #largestLine: number | null = null;

  add(page: Page): void {
    if (page.group !== this.#group) {
      this.#endGroup();
      this.#group = page.group;
      this.#firstLine = page.line;
    }
    this.#pages++;
    this.#inGroup++;
  }

  #endGroup(): void {
    if (this.#inGroup > 0) this.#logarithms += this.#inGroup * Math.log(this.#inGroup);
    if (this.#inGroup > this.#largest) {
      this.#largest = this.#inGroup;
      this.#largestLine = this.#firstLine;
    }
    this.#inGroup = 0;
  }

  /** Call after the last page. */
  finish(): Omit<Grouping, 'fit'> {
    this.#endGroup();
    const typical = this.#pages === 0 ? 0 : Math.exp(this.#logarithms / this.#pages);
    return { pages: this.#pages, typical, largest: this.#largest, line: this.#largestLine };
  }
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
