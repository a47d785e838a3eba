import type { Span } from '../../types/document.ts';
import type { FileMarks, Mark, MarkKind } from '../../types/file.ts';

/** Most marks kept per kind by default. Further marks are only counted. */
export const MAX_MARKS = 100;

const NONE: readonly Mark[] = [];

export class Marks implements FileMarks {
  readonly #kept = new Map<MarkKind, Mark[]>();
  readonly #counts = new Map<MarkKind, number>();
  readonly max: number;

  constructor(max: number = MAX_MARKS) {
    this.max = max;
  }

  /** Counts a mark of the kind, and reports whether to keep the mark. */
  count(kind: MarkKind): boolean {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count <= this.max;
  }

  /** Counts a mark, and keeps it if few of its kind came before. */
  add(kind: MarkKind, span: Span, value = '', inner: Mark['inner'] = null): void {
    if (!this.count(kind)) return;
    const mark = { ...span, value, inner };
    const ofKind = this.#kept.get(kind);
    if (ofKind === undefined) this.#kept.set(kind, [mark]);
    else ofKind.push(mark);
  }

  of(kind: MarkKind): readonly Mark[] {
    return this.#kept.get(kind) ?? NONE;
  }

  total(kind: MarkKind): number {
    return this.#counts.get(kind) ?? 0;
  }
}
