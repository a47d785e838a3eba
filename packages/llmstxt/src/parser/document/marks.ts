import type { FileMarks, Mark, MarkKind } from '../../types/file.ts';

/** Marks of one kind that are kept by default; all are counted. */
export const MAX_MARKS = 100;

const NONE: readonly Mark[] = [];

export class Marks implements FileMarks {
  readonly #kept = new Map<MarkKind, Mark[]>();
  readonly #counts = new Map<MarkKind, number>();
  readonly max: number;

  constructor(max: number = MAX_MARKS) {
    this.max = max;
  }

  /** Counts one more mark of the kind; true when it is to be kept, so that no other is made. */
  count(kind: MarkKind): boolean {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count <= this.max;
  }

  /** For a mark that `count` wants kept. */
  keep(kind: MarkKind, mark: Mark): void {
    const kept = this.#kept.get(kind);
    if (kept === undefined) this.#kept.set(kind, [mark]);
    else kept.push(mark);
  }

  of(kind: MarkKind): readonly Mark[] {
    return this.#kept.get(kind) ?? NONE;
  }

  total(kind: MarkKind): number {
    return this.#counts.get(kind) ?? 0;
  }
}
