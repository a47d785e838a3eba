/** What stands where in the file and is not the proposal's plain shape. A mark is a fact; rules judge it. */
export type MarkKind =
  | 'before-title'
  | 'comment-before-title'
  | 'front-matter'
  | 'further-title'
  | 'tight-heading'
  | 'heading-form'
  | 'deep-heading'
  | 'section'
  | 'empty-section'
  | 'section-without-links'
  | 'prose'
  | 'table'
  | 'quote'
  | 'code'
  | 'html'
  | 'comment'
  | 'break'
  | 'tag'
  | 'heading-in-fence'
  | 'unclosed-fence'
  | 'item'
  | 'item-without-link'
  | 'bullet'
  | 'nested-item'
  | 'wrapped-notes'
  | 'bold-link'
  | 'reference-link'
  | 'titled-link'
  | 'angled-link'
  | 'bracketed-name'
  | 'text-before-link'
  | 'separator'
  | 'further-link'
  | 'bare-link'
  | 'broken-link'
  | 'no-notes'
  | 'left-out';

export interface Mark {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  /** What the rule needs to say it well: the name, the separator, the tag. */
  readonly value: string;
  /** A second range within the first, where the kind has one: the name of a link, the text before it. */
  readonly inner: readonly [number, number] | null;
}

/** So many marks of one kind are kept; all are counted. The report says how many more there are. */
export const MAX_MARKS = 100;

const NONE: readonly Mark[] = [];

export class Marks {
  readonly #kept = new Map<MarkKind, Mark[]>();
  readonly #counts = new Map<MarkKind, number>();
  readonly max: number;

  constructor(max: number = MAX_MARKS) {
    this.max = max;
  }

  /** True when another mark of the kind would be kept; saves making it. Counts it either way. */
  counts(kind: MarkKind): boolean {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count <= this.max;
  }

  /** After `counts` said yes. */
  keep(kind: MarkKind, mark: Mark): void {
    const kept = this.#kept.get(kind);
    if (kept === undefined) this.#kept.set(kind, [mark]);
    else kept.push(mark);
  }

  of(kind: MarkKind): readonly Mark[] {
    return this.#kept.get(kind) ?? NONE;
  }

  count(kind: MarkKind): number {
    return this.#counts.get(kind) ?? 0;
  }
}
