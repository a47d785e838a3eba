import type { SourceMap } from '../parser/document/source-map.ts';
import { formatExcerpt } from '../reporting/format-excerpt.ts';
import { createLocator } from '../reporting/locate.ts';

/**
 * Loss of a reader. `title`: the file has no title before other text, so the reader throws. `summary`: a quote becomes plain
 * text. `section`: a later section with an equal name overwrites the section. `line`: a line has no parsed link, so Python throws
 * and JavaScript drops the line. `rest`: text after a parsed link.
 */
export type LossKind = 'title' | 'summary' | 'section' | 'line' | 'rest';

export interface Loss {
  readonly kind: LossKind;
  /** Line number, from 1. */
  readonly line: number;
  /** Text at the place, at most 120 characters. */
  readonly excerpt: string;
}

/** Most losses listed per kind. The count includes all. */
const MAX_LOSSES_OF_A_KIND = 20;

/** Collects the first losses of each kind in text order, and counts each kind. */
export class Losses {
  readonly found: Loss[] = [];
  readonly counts: Record<LossKind, number> = { title: 0, summary: 0, section: 0, line: 0, rest: 0 };
  readonly #text: string;
  readonly #locator: SourceMap;

  constructor(text: string) {
    this.#text = text;
    this.#locator = createLocator(text);
  }

  add(kind: LossKind, start: number, end: number): void {
    this.counts[kind] += 1;
    if (this.counts[kind] > MAX_LOSSES_OF_A_KIND) return;
    const excerpt = formatExcerpt(this.#text, start, end).trim().toWellFormed();
    this.found.push({ kind, line: this.#locator.span(start, start).line, excerpt });
  }
}
