import type { Link, Section, Span } from '../../types/document.ts';
import type { Marks } from './marks.ts';

/** Heading of an open section. The span covers the heading. */
interface OpenSection extends Span {
  readonly level: number;
  readonly title: string;
  links: number;
  hasContent: boolean;
}

/** Section of the document, which ends at the start of the next section. */
interface CollectedSection extends Section {
  readonly links: Link[];
  readonly span: { readonly start: number; end: number; readonly line: number; readonly column: number };
}

/** Sections of a file, and the open headings at the current position. */
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

  /** True before the first kept section. */
  get isEmpty(): boolean {
    return this.#sections.length === 0;
  }

  /** True after the first heading that is not the title. */
  get isInSection(): boolean {
    return this.#open.length > 0;
  }

  /** `written` is the title with its Markdown. `isKept` is false if only the heading is recorded, to save memory. */
  start(level: number, title: string, written: string, heading: Span, isKept: boolean): void {
    this.#closeFrom(level);
    this.#endLast(heading.start);
    this.#open.push({ ...heading, level, title, links: 0, hasContent: false });
    if (isKept) {
      this.#sections.push({ title, level, optional: written === 'Optional', links: [], span: heading });
    }
  }

  /** Ends the last section at the end of the file. */
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
      if (last.links === 0 && last.level === 2 && last.title !== '') this.#markWithoutLinks(last);
    }
  }

  #markWithoutLinks({ start, end, line, column, title, hasContent }: OpenSection): void {
    const kind = hasContent ? 'section-without-links' : 'empty-section';
    this.#marks.add(kind, { start, end, line, column }, title);
  }
}
