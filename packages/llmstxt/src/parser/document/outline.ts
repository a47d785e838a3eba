import type { Link, Section, Span } from '../../types/document.ts';
import type { Marks } from './marks.ts';

/** A heading whose section has not ended; the span is the heading's own. */
interface OpenSection extends Span {
  readonly level: number;
  readonly title: string;
  links: number;
  hasContent: boolean;
}

/** A section of the document; it ends where the next one starts. */
interface CollectedSection extends Section {
  readonly links: Link[];
  readonly span: { readonly start: number; end: number; readonly line: number; readonly column: number };
}

/** The sections of a file, and the headings that are open at the place being read. */
export class Outline {
  readonly #sections: CollectedSection[] = [];
  readonly #open: OpenSection[] = [];
  readonly #marks: Marks;

  constructor(marks: Marks) {
    this.#marks = marks;
  }

  get sections(): readonly Section[] {
    return this.#sections;
  }

  /** True before the first section that is kept. */
  get isEmpty(): boolean {
    return this.#sections.length === 0;
  }

  /** True after the first heading that is not the title. */
  get isInSection(): boolean {
    return this.#open.length > 0;
  }

  /** `written`: the title with its Markdown. `isKept` is false where only the heading is to be known, to save memory. */
  start(level: number, title: string, written: string, heading: Span, isKept: boolean): void {
    this.#closeFrom(level);
    this.#endLast(heading.start);
    this.#open.push({ ...heading, level, title, links: 0, hasContent: false });
    if (isKept) {
      this.#sections.push({ title, level, optional: written === 'Optional', links: [], span: heading });
    }
  }

  /** The end of the file. */
  finish(end: number): void {
    this.#closeFrom(0);
    this.#endLast(end);
  }

  countLink(): void {
    const section = this.#open.at(-1);
    if (section !== undefined) section.links++;
  }

  keepLink(link: Link): void {
    this.#sections.at(-1)?.links.push(link);
  }

  noteContent(): void {
    const section = this.#open.at(-1);
    if (section !== undefined) section.hasContent = true;
  }

  #endLast(end: number): void {
    const last = this.#sections.at(-1);
    if (last !== undefined) last.span.end = end;
  }

  #closeFrom(level: number): void {
    for (let last = this.#open.at(-1); last !== undefined && last.level >= level; last = this.#open.at(-1)) {
      this.#open.pop();
      const parent = this.#open.at(-1);
      if (parent !== undefined) {
        parent.links += last.links;
        parent.hasContent = true;
      }
      if (last.links === 0 && last.level === 2) this.#markWithoutLinks(last);
    }
  }

  #markWithoutLinks({ start, end, line, column, title, hasContent }: OpenSection): void {
    const kind = hasContent ? 'section-without-links' : 'empty-section';
    if (this.#marks.count(kind)) this.#marks.keep(kind, { start, end, line, column, value: title, inner: null });
  }
}
