import type { Link, LinkPlace, LlmsDocument, Section, Span } from '../../types/document.ts';
import type { LineEnds, LlmsFile, MarkKind, Quote } from '../../types/file.ts';
import type { BlockSink, Container, HeadingStyle, OpenItem, Place, Run } from '../blocks/read-blocks.ts';
import { plainText } from '../inline/plain-text.ts';
import {
  type Definitions,
  type InlineLink,
  type InlineResult,
  scanInline,
  structuresOf,
} from '../inline/scan-inline.ts';
import { estimateTokens } from '../text-size.ts';
import type { Marks } from './marks.ts';
import { readItem } from './read-item.ts';
import type { Resolve } from './resolve-url.ts';
import { SourceMap } from './source-map.ts';

/**
 * What a link and a section cost in memory, in bytes (measured on V8 without pointer compression), and what may be
 * spent: eight bytes for each character and a start. Real files spend two; only a file made of nothing but the
 * shortest possible links or headings reaches it, and the rest is then counted and not kept.
 */
const LINK_COST = 240;
const SECTION_COST = 280;
const SPENDING_PER_CHARACTER = 8;
const SPENDING_AT_LEAST = 500_000;

interface Materials {
  readonly text: string;
  readonly definitions: Definitions;
  readonly marks: Marks;
  readonly resolve: Resolve;
}

/** A heading whose section has not ended; the span is the heading's own. */
interface OpenSection extends Span {
  readonly level: number;
  readonly title: string;
  links: number;
  content: boolean;
}

interface DraftSection {
  readonly title: string;
  readonly level: number;
  readonly optional: boolean;
  readonly links: Link[];
  readonly span: { readonly start: number; end: number; readonly line: number; readonly column: number };
}

/** Listens to the blocks and makes the document, marking what is not in the proposal's shape. */
export class DocumentBuilder implements BlockSink {
  readonly #given: Materials;
  readonly #links: Link[] = [];
  readonly #sections: DraftSection[] = [];
  readonly #open: OpenSection[] = [];
  #left: number;
  #title: string | null = null;
  #titleSpan: Span | null = null;
  #detailsFrom: number | null = null;
  #detailsTo: number | null = null;
  #quoteParts: string[] = [];
  #quoteLines = 0;
  #quote: Quote | null = null;
  #summary: string | null = null;
  /** Something other than blanks and comments has come since the title, or at all before it. */
  #content = false;
  #namedItems = 0;
  #notedItems = 0;

  constructor(given: Materials) {
    this.#given = given;
    this.#left = given.text.length * SPENDING_PER_CHARACTER + SPENDING_AT_LEAST;
  }

  frontMatter(start: number, end: number): void {
    this.#mark('front-matter', { at: start, line: 1, lineStart: 0 }, end);
  }

  definition(): void {
    // The links that use it were counted where they stand.
  }

  heading(
    level: number,
    style: HeadingStyle,
    run: Run,
    start: Place,
    end: number,
    containers: readonly Container[],
  ): void {
    const scan = this.#scan(run);
    const name = plainText(run.text, run.from, run.to, structuresOf(scan));
    if (containers.length > 0) {
      // A heading in a quote or an item is part of that, not of the outline.
      this.#take(scan, run, placeOf(containers, 'heading'));
      this.#other('prose', run, start, end, containers);
      return;
    }
    if (style === 'tight') this.#mark('tight-heading', start, end, name, start.at, start.at + level);
    else if (style === 'setext') this.#mark('heading-form', start, end, style, run.from, run.to);
    else if (run.to > run.from && end > run.to) {
      const closing = this.#given.text.charCodeAt(end - 1) === 35;
      this.#mark('heading-form', start, end, closing ? 'closing' : 'blanks', run.to, end);
    }
    if (level === 1 && this.#title === null && name !== '') {
      this.#title = name;
      this.#titleSpan = span(start, end);
      this.#content = false;
      if (this.#sections.length === 0) this.#detailsFrom = end;
      this.#take(scan, run, 'heading');
      return;
    }
    this.#startSection(level, name, start, end);
    this.#take(scan, run, 'heading');
  }

  #startSection(level: number, name: string, start: Place, end: number): void {
    if (level === 1) this.#mark('further-title', start, end, name, start.at, start.at);
    if (level > 2) this.#mark('deep-heading', start, end, name, start.at, start.at + level);
    this.#closeSections(level);
    if (this.#detailsTo === null && (this.#title !== null || this.#sections.length > 0)) this.#detailsTo = start.at;
    const last = this.#sections.at(-1);
    if (last !== undefined) last.span.end = start.at;
    const heading = span(start, end);
    this.#open.push({ level, title: name, ...heading, links: 0, content: false });
    if (level === 2) this.#mark('section', start, end, name);
    this.#content = true;
    this.#left -= SECTION_COST;
    if (this.#left < 0) {
      this.#mark('left-out', start, end);
      return;
    }
    this.#sections.push({ title: name, level, optional: name === 'Optional', links: [], span: heading });
  }

  #closeSections(level: number): void {
    for (let last = this.#open.at(-1); last !== undefined && last.level >= level; last = this.#open.at(-1)) {
      this.#open.pop();
      const parent = this.#open.at(-1);
      if (parent !== undefined) {
        parent.links += last.links;
        parent.content = true;
      }
      if (last.links > 0 || last.level !== 2) continue;
      const kind = last.content ? 'section-without-links' : 'empty-section';
      if (this.#given.marks.count(kind)) {
        const { start, end, line, column } = last;
        this.#given.marks.keep(kind, { start, end, line, column, value: last.title, inner: null });
      }
    }
  }

  paragraph(run: Run, containers: readonly Container[], delimiterRow: boolean): void {
    const scan = this.#scan(run);
    const container = containers.at(-1);
    if (containers[0]?.kind === 'quote') this.#quoted(run, scan);
    if (container?.kind === 'item' && container.paragraphs <= 1 && !containers.some(isQuote)) {
      this.#item(run, scan, container);
      this.#touch();
      return;
    }
    const place = delimiterRow ? 'table' : placeOf(containers, 'prose');
    this.#take(scan, run, place);
    if (containers.length > 0 && containers[0]?.kind === 'quote') return;
    this.#other(
      delimiterRow ? 'table' : 'prose',
      run,
      run.place,
      run.joined === null ? run.to : run.place.at,
      containers,
    );
  }

  #item(run: Run, scan: InlineResult, item: OpenItem): void {
    const given = this.#given;
    const source = new SourceMap(run, given.text);
    const read = readItem(run, scan, item, given.marks, source);
    for (let index = 0; index < scan.links.length; index++) {
      const link = scan.links[index];
      const said = read[index];
      if (link !== undefined && said !== undefined) this.#keep(link, said.title, said.notes, 'item', source);
    }
    this.#markScan(scan, source);
    item.links += scan.links.length;
    if (read[0] !== undefined) {
      this.#namedItems++;
      if (read[0].notes !== null) this.#notedItems++;
    }
  }

  /** Keeps the links of a run that is no item. */
  #take(scan: InlineResult, run: Run, place: LinkPlace): void {
    if (scan.links.length === 0 && scan.broken.length === 0 && scan.tags.length === 0) return;
    const source = new SourceMap(run, this.#given.text);
    for (const link of scan.links) {
      const name = plainText(run.text, link.textStart, link.textEnd, scan.images);
      this.#keep(link, link.form === 'bare' ? link.href : name, null, place, source);
    }
    this.#markScan(scan, source);
  }

  #keep(link: InlineLink, title: string, notes: string | null, place: LinkPlace, source: SourceMap): void {
    const section = this.#open.at(-1);
    if (section !== undefined) section.links++;
    const where = source.span(link.start, link.end);
    this.#left -= LINK_COST;
    if (this.#left < 0) {
      if (this.#given.marks.count('left-out')) this.#given.marks.keep('left-out', { ...where, value: '', inner: null });
      return;
    }
    const kept: Link = {
      title,
      href: link.href,
      url: this.#given.resolve(link.href),
      notes,
      form: link.form,
      place,
      span: where,
    };
    this.#links.push(kept);
    this.#sections.at(-1)?.links.push(kept);
  }

  #markScan(scan: InlineResult, source: SourceMap): void {
    const marks = this.#given.marks;
    for (const one of scan.broken) {
      if (marks.count('broken-link')) {
        const where = source.span(one.start, one.end);
        marks.keep('broken-link', { ...where, value: this.#given.text.slice(where.start, where.end), inner: null });
      }
    }
    for (const one of scan.tags) {
      if (marks.count('tag')) {
        const where = source.span(one.start, one.end);
        marks.keep('tag', { ...where, value: this.#given.text.slice(where.start, where.end), inner: null });
      }
    }
  }

  #quoted(run: Run, scan: InlineResult): void {
    if (this.#quote !== null || this.#sections.length > 0) return;
    this.#quoteParts.push(plainText(run.text, run.from, run.to, structuresOf(scan)));
    this.#quoteLines += run.joined?.length ?? 1;
  }

  openQuote(): void {
    // Known when it closes.
  }

  closeQuote(quote: Place, end: number, containers: readonly Container[]): void {
    if (containers.length > 0) return;
    const text = this.#quoteParts.filter((part) => part !== '').join(' ');
    const lines = this.#quoteLines;
    this.#quoteParts = [];
    this.#quoteLines = 0;
    if (this.#open.length === 0 && this.#sections.length === 0 && this.#quote === null && text !== '') {
      this.#summary = text;
      this.#quote = { ...span(quote, end), lines, inPlace: this.#title !== null && !this.#content };
      if (this.#title === null) this.#mark('before-title', quote, end, 'quote');
      this.#touch();
      return;
    }
    this.#otherAt('quote', quote, end);
  }

  code(start: Place, end: number, fenced: boolean, closed: boolean, containers: readonly Container[]): void {
    if (fenced && !closed) this.#mark('unclosed-fence', start, end);
    if (fenced) this.#markFenceHeadings(start, end);
    if (containers.length > 0) {
      this.#touch();
      return;
    }
    this.#otherAt('code', start, end, fenced ? 'fenced' : 'indented');
  }

  #markFenceHeadings(start: Place, end: number): void {
    const marks = this.#given.marks;
    const body = this.#given.text.slice(start.at, end);
    if (!body.includes('\n##')) return;
    const run: Run = { text: body, from: 0, to: body.length, joined: null, place: start };
    const source = new SourceMap(run, this.#given.text);
    for (let at = body.indexOf('\n##'); at >= 0; at = body.indexOf('\n##', at + 1)) {
      if (!marks.count('heading-in-fence')) continue;
      marks.keep('heading-in-fence', { ...source.span(start.at + at + 1, start.at + at + 3), value: '', inner: null });
    }
  }

  html(start: Place, end: number, containers: readonly Container[]): void {
    const text = this.#given.text;
    const comment = text.startsWith('<!--', start.at);
    if (comment) {
      if (this.#title === null) this.#mark('comment-before-title', start, end);
      else if (this.#open.length > 0) this.#mark('comment', start, end);
      return;
    }
    this.#mark('html', start, end, /^<\/?[a-z][a-z0-9-]*/i.exec(text.slice(start.at, start.at + 40))?.[0] ?? '<');
    if (containers.length > 0) {
      this.#touch();
      return;
    }
    this.#otherAt(null, start, end);
  }

  thematicBreak(start: Place, end: number): void {
    if (this.#open.length > 0) this.#mark('break', start, end);
  }

  openItem(item: OpenItem): void {
    const marks = this.#given.marks;
    marks.count('item');
    if (this.#title === null && this.#open.length === 0 && item.depth === 0) {
      this.#mark('before-title', item, item.content, 'list');
    }
    if (item.depth > 0 && marks.count('nested-item')) {
      marks.keep('nested-item', { ...span(item, item.content), value: item.marker, inner: null });
    }
    if (item.marker !== '-' && marks.count('bullet')) {
      const end = item.at + item.marker.length;
      marks.keep('bullet', { ...span(item, end), value: item.marker, inner: [item.at, end] });
    }
  }

  closeItem(item: OpenItem): void {
    if (item.links > 0 || this.#open.length === 0) return;
    if (this.#given.marks.count('item-without-link')) {
      const lineEnd = endOfLine(this.#given.text, item.at);
      this.#given.marks.keep('item-without-link', { ...span(item, lineEnd), value: '', inner: null });
    }
  }

  #other(kind: MarkKind, run: Run, start: Place, end: number, containers: readonly Container[]): void {
    if (containers.length > 0) {
      this.#touch();
      return;
    }
    this.#otherAt(kind, start, run.joined === null ? end : start.at);
  }

  /** Something that is neither heading nor list: fine before the first section, reported after it. */
  #otherAt(kind: MarkKind | null, start: Place, end: number, value = ''): void {
    if (this.#title === null && this.#open.length === 0) this.#mark('before-title', start, end, kind ?? 'html');
    if (this.#open.length > 0 && kind !== null) this.#mark(kind, start, end, value);
    this.#touch();
  }

  #touch(): void {
    this.#content = true;
    const section = this.#open.at(-1);
    if (section !== undefined) section.content = true;
  }

  /** `from` and `to`: the mark's inner range, if it has one. */
  #mark(kind: MarkKind, start: Place, end: number, value = '', from = -1, to = -1): void {
    if (!this.#given.marks.count(kind)) return;
    this.#given.marks.keep(kind, { ...span(start, end), value, inner: from < 0 ? null : [from, to] });
  }

  #scan(run: Run): InlineResult {
    return scanInline(run.text, run.from, run.to, this.#given.definitions);
  }

  finish(url: string | null, bytes: number): LlmsFile {
    const text = this.#given.text;
    this.#closeSections(0);
    const last = this.#sections.at(-1);
    if (last !== undefined) last.span.end = text.length;
    const sections: readonly Section[] = this.#sections;
    const document: LlmsDocument = {
      title: this.#title,
      summary: this.#summary,
      details: this.#details(),
      sections,
      links: this.#links,
      bytes,
      tokens: estimateTokens(text),
    };
    return {
      text,
      url,
      document,
      marks: this.#given.marks,
      title: this.#titleSpan,
      summary: this.#quote,
      namedItems: this.#namedItems,
      notedItems: this.#notedItems,
      lineEnds: countLineEnds(text),
    };
  }

  #details(): string {
    if (this.#detailsFrom === null) return '';
    const text = this.#given.text;
    const from = this.#detailsFrom;
    const to = this.#detailsTo ?? text.length;
    const quote = this.#quote;
    if (quote === null || quote.end <= from || quote.start >= to) return text.slice(from, to).trim();
    const before = text.slice(from, quote.start).trim();
    const after = text.slice(quote.end, to).trim();
    return before === '' || after === '' ? before + after : `${before}\n\n${after}`;
  }
}

function isQuote(container: Container): boolean {
  return container.kind === 'quote';
}

function placeOf(containers: readonly Container[], otherwise: LinkPlace): LinkPlace {
  if (containers.some(isQuote)) return 'quote';
  return containers.length > 0 ? 'item' : otherwise;
}

function span(start: Place, end: number): Span {
  return { start: start.at, end, line: start.line, column: start.at - start.lineStart + 1 };
}

function endOfLine(text: string, at: number): number {
  for (let next = at; next < text.length; next++) {
    const code = text.charCodeAt(next);
    if (code === 10 || code === 13) return next;
  }
  return text.length;
}

function countLineEnds(text: string): LineEnds {
  let crlf = 0;
  let cr = 0;
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text.charCodeAt(at + 1) === 10) crlf++;
    else cr++;
  }
  return { crlf, cr };
}
