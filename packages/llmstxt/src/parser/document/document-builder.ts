import { hideCredentials } from '../../address/credentials.ts';
import type { Link, LinkPlace, LlmsDocument, Span } from '../../types/document.ts';
import type { LlmsFile, MarkKind, Quote } from '../../types/file.ts';
import type { BlockHandler, Container, Heading, OpenItem, Place, Run } from '../blocks/block-types.ts';
import type { Definition } from '../blocks/definition.ts';
import { findLineEnd, HASH, isBlank } from '../characters.ts';
import { trimLoneBrackets } from '../inline/brackets.ts';
import type { Definitions, InlineLink, InlineResult } from '../inline/inline-types.ts';
import { plainText } from '../inline/plain-text.ts';
import { skipResidue } from '../inline/residue.ts';
import { listStructures, scanInline } from '../inline/scan-inline.ts';
import { isUnseen } from '../invisible.ts';
import { estimateTokens } from '../text-size.ts';
import { markFenceHeadings, markInline, spanFrom } from './mark-ranges.ts';
import type { Marks } from './marks.ts';
import { MemoryBudget } from './memory-budget.ts';
import { Outline } from './outline.ts';
import { readItem } from './read-item.ts';
import type { ResolveUrl } from './resolve-url.ts';
import { SourceMap } from './source-map.ts';

/** Heading that is code because of its indentation. */
const INDENTED_HEADING = /^#+ .*$/;
const INDENTED_SECTION = /^##+ .*$/;

export interface BuilderInput {
  readonly text: string;
  readonly definitions: Definitions;
  readonly marks: Marks;
  readonly resolve: ResolveUrl;
}

/** Builds the document from blocks, and marks parts that do not follow the proposal. */
export class DocumentBuilder implements BlockHandler {
  readonly #text: string;
  readonly #definitions: Definitions;
  readonly #marks: Marks;
  readonly #resolve: ResolveUrl;
  readonly #budget: MemoryBudget;
  readonly #outline: Outline;
  readonly #links: Link[] = [];
  #title: string | null = null;
  #titleSpan: Span | null = null;
  #detailsFrom: number | null = null;
  #detailsTo: number | null = null;
  /** Paragraphs and lines of a quote that may be the summary. */
  #quoteParts: string[] = [];
  #quoteLines = 0;
  #quote: Quote | null = null;
  #summary: string | null = null;
  /** True if the text before or after the title contains more than blank lines and comments. */
  #hasContent = false;
  /** True if a quote here would be the summary: before the sections and their text. */
  #isOpening = true;
  #namedItems = 0;
  #notedItems = 0;

  constructor({ text, definitions, marks, resolve }: BuilderInput) {
    this.#text = text;
    this.#definitions = definitions;
    this.#marks = marks;
    this.#resolve = resolve;
    this.#budget = new MemoryBudget(text);
    this.#outline = new Outline(marks);
  }

  frontMatter(start: number, end: number): void {
    this.#mark('front-matter', { at: start, line: 1, lineStart: 0 }, end);
  }

  definition(_text: string, _definition: Definition, start: Place): void {
    if (this.#outline.isInSection) this.#mark('definition', start, findLineEnd(this.#text, start.at));
  }

  heading(heading: Heading, containers: readonly Container[]): void {
    const { level, run, start, end } = heading;
    const scan = this.#scan(run);
    if (containers.length > 0) {
      // A heading in a quote or item does not belong to the outline.
      this.#markIndent(start, end);
      this.#keepLinks(scan, run, findPlace(containers, 'heading'));
      this.#noteContent();
      return;
    }
    const words = plainText(run.text, run.from, run.to, listStructures(scan));
    const name = showable(words);
    this.#markHeadingForm(heading, name);
    if (level === 1 && this.#title === null && name !== '') this.#startDocument(name, start, end);
    else this.#startSection(heading, name);
    this.#keepLinks(scan, run, 'heading');
  }

  #markHeadingForm({ style, run, start, end }: Heading, name: string): void {
    if (name === '') this.#mark('heading-form', start, end, 'empty');
    else if (style === 'unmarked') this.#mark('unmarked-heading', start, end, name, start.at, run.from);
    else if (style === 'setext') this.#mark('heading-form', start, end, style, run.from, run.to);
    else if (run.to > run.from && end > run.to) {
      const form = this.#text.charCodeAt(end - 1) === HASH ? 'closing' : 'blanks';
      this.#mark('heading-form', start, end, form, run.to, end);
    }
    if (style !== 'unmarked') this.#markIndent(start, end);
  }

  #markIndent(start: Place, end: number): void {
    let from = start.at;
    while (from > start.lineStart && isBlank(this.#text.charCodeAt(from - 1))) from--;
    // Another character begins a quote or item.
    if (from < start.at && from === start.lineStart) this.#mark('heading-form', start, end, 'indent', from, start.at);
  }

  #startDocument(title: string, start: Place, end: number): void {
    this.#title = title;
    this.#titleSpan = spanFrom(start, end);
    this.#hasContent = false;
    if (this.#outline.isEmpty) this.#detailsFrom = end;
  }

  #startSection({ level, run, start, end }: Heading, title: string): void {
    if (level > 1 || (this.#hasContent && this.#outline.isEmpty)) this.#isOpening = false;
    if (level === 1 && title !== '') this.#mark('further-title', start, end, title);
    if (level > 2 && title !== '') this.#mark('deep-heading', start, end, title);
    if (this.#detailsTo === null && (this.#title !== null || !this.#outline.isEmpty)) this.#detailsTo = start.at;
    const isKept = this.#budget.takeSection();
    if (!isKept) this.#mark('left-out', start, end);
    this.#outline.start(level, title, run.text.slice(run.from, run.to), spanFrom(start, end), isKept);
    this.#hasContent = true;
  }

  paragraph(run: Run, containers: readonly Container[], isTable: boolean): void {
    const scan = this.#scan(run);
    const isQuoted = containers[0]?.kind === 'quote';
    if (isQuoted) this.#addToQuote(run, scan);
    const innermost = containers.at(-1);
    if (innermost?.kind === 'item' && innermost.blocks <= 1 && !containers.some(isQuote)) {
      this.#readItem(run, scan, innermost);
      this.#noteContent();
      return;
    }
    this.#keepLinks(scan, run, isTable ? 'table' : findPlace(containers, 'prose'));
    if (isQuoted || skipResidue(run.text, run.from, scan.images) >= run.to) return;
    this.#block(isTable ? 'table' : 'prose', run.place, run.to, containers);
  }

  #readItem(run: Run, scan: InlineResult, item: OpenItem): void {
    const source = new SourceMap(run, this.#text);
    const read = readItem(run, scan, this.#marks, source);
    for (let index = 0; index < scan.links.length; index++) {
      const link = scan.links[index];
      const words = read[index];
      if (link !== undefined && words !== undefined) this.#keep(link, words.title, words.notes, 'item', source);
    }
    markInline(this.#marks, this.#text, scan, run, source, 'attributes');
    item.links += scan.links.length;
    if (read[0] === undefined) return;
    this.#namedItems++;
    if (read[0].notes !== null) this.#notedItems++;
  }

  /** Keeps the links of a run outside of list items. */
  #keepLinks(scan: InlineResult, run: Run, place: LinkPlace): void {
    const source = new SourceMap(run, this.#text);
    for (const link of scan.links) {
      const name = trimLoneBrackets(plainText(run.text, link.textStart, link.textEnd, scan.images));
      this.#keep(link, link.form === 'bare' ? link.href : name, null, place, source);
    }
    markInline(this.#marks, this.#text, scan, run, source, place === 'heading' ? 'heading-form' : 'attributes');
  }

  #keep(link: InlineLink, title: string, notes: string | null, place: LinkPlace, source: SourceMap): void {
    const { form, href } = link;
    const span = source.span(link.start, link.end);
    this.#outline.countLink();
    if (!this.#budget.takeLink()) {
      this.#marks.add('left-out', span);
      return;
    }
    // Clean names, notes and URLs for display. Only `href` stays as written.
    const texts = { title: showable(title), notes: notes && hideCredentials(notes) };
    const stored: Link = { ...texts, href, url: this.#resolve(href), form, place, span };
    this.#links.push(stored);
    this.#outline.keepLink(stored);
  }

  #addToQuote(run: Run, scan: InlineResult): void {
    if (this.#quote !== null || !this.#isOpening) return;
    this.#quoteParts.push(plainText(run.text, run.from, run.to, listStructures(scan)));
    this.#quoteLines += run.lines;
  }

  quoteEnd(start: Place, end: number, containers: readonly Container[]): void {
    if (containers.length > 0) return;
    const summary = this.#quoteParts.filter((part) => part !== '').join(' ');
    const lines = this.#quoteLines;
    this.#quoteParts = [];
    this.#quoteLines = 0;
    const isSummary = this.#quote === null && this.#isOpening && summary !== '';
    if (isSummary) {
      this.#summary = summary;
      this.#quote = { ...spanFrom(start, end), lines, inPlace: this.#title !== null && !this.#hasContent };
    }
    this.#block(isSummary ? null : 'quote', start, end, containers);
  }

  fence(start: Place, end: number, containers: readonly Container[]): void {
    markFenceHeadings(this.#marks, this.#text, start, end);
    this.#block('code', start, end, containers);
  }

  indentedCode(start: Place, end: number, containers: readonly Container[]): void {
    // After the title, a single # may be a comment of a program.
    const pattern = this.#title === null ? INDENTED_HEADING : INDENTED_SECTION;
    if (containers.length === 0 && pattern.test(this.#text.slice(start.at, end))) this.#markIndent(start, end);
    else this.#block('code', start, end, containers);
  }

  html(start: Place, end: number, containers: readonly Container[]): void {
    const written = this.#text.slice(start.at, end);
    // A comment without an end hides the rest of the file.
    if (/^<!--.*-->/s.test(written)) {
      if (this.#title === null) this.#mark('comment-before-title', start, end);
      else if (this.#outline.isInSection) this.#mark('comment', start, end);
      return;
    }
    const [tag = '<'] = /^<[/!]?[a-z-][a-z0-9-]*/i.exec(written) ?? [];
    this.#mark('html', start, end, tag);
    this.#block(null, start, end, containers);
  }

  thematicBreak(start: Place, end: number): void {
    if (this.#outline.isInSection) this.#mark('break', start, end);
  }

  oddMark(kind: 'hidden-mark' | 'odd-space', start: Place, end: number): void {
    this.#mark(kind, start, end);
  }

  pageMatter(start: Place, end: number): void {
    this.#mark('page-matter', start, end);
    this.#noteContent();
  }

  itemStart(item: OpenItem): void {
    if (this.#title === null && !this.#outline.isInSection && item.depth === 0) {
      this.#mark('before-title', item, item.content);
    }
    if (item.depth > 0) this.#mark('nested-item', item, item.content);
    if (item.marker !== '-') this.#mark('bullet', item, item.at + item.marker.length, item.marker);
  }

  itemEnd(item: OpenItem): void {
    if (item.links > 0 || !this.#outline.isInSection) return;
    this.#mark('item-without-link', item, findLineEnd(this.#text, item.at));
  }

  /**
   * Handles a block that is neither heading nor item link. The block is allowed before the first section, and marked as
   * `kind` afterwards.
   */
  #block(kind: MarkKind | null, start: Place, end: number, containers: readonly Container[]): void {
    if (this.#outline.isInSection) {
      if (kind !== null && !containers.some(isQuote)) this.#mark(kind, start, end);
    } else if (this.#title === null && containers.length === 0) this.#mark('before-title', start, end);
    this.#noteContent();
  }

  #noteContent(): void {
    this.#hasContent = true;
    if (this.#outline.isInSection) this.#isOpening = false;
    this.#outline.noteContent();
  }

  /** `from` and `to` are the inner range of the mark, if it has one. */
  #mark(kind: MarkKind, start: Place, end: number, value = '', from = -1, to = -1): void {
    this.#marks.add(kind, spanFrom(start, end), value, from < 0 ? null : [from, to]);
  }

  #scan(run: Run): InlineResult {
    return scanInline(run.text, run.from, run.to, this.#definitions);
  }

  /** `bytes` is the size of the undecoded body. */
  finish(url: string | null, bytes: number): LlmsFile {
    const text = this.#text;
    this.#outline.finish(text.length);
    const details = { start: this.#detailsFrom ?? 0, end: this.#detailsTo ?? text.length };
    const document: LlmsDocument = {
      title: this.#title,
      summary: this.#summary && hideCredentials(this.#summary),
      details: this.#detailsFrom === null ? '' : hideCredentials(cutDetails(text, details, this.#quote)),
      sections: this.#outline.sections,
      links: this.#links,
      bytes,
      tokens: estimateTokens(text),
    };
    return {
      text,
      url,
      document,
      marks: this.#marks,
      title: this.#titleSpan,
      summary: this.#quote,
      namedItems: this.#namedItems,
      notedItems: this.#notedItems,
      carriageReturns: text.split('\r').length - 1,
    };
  }
}

/** Returns words without credentials, or nothing if no character is visible. */
function showable(words: string): string {
  return isUnseen(words) ? '' : hideCredentials(words);
}

function isQuote(container: Container): boolean {
  return container.kind === 'quote';
}

function findPlace(containers: readonly Container[], otherwise: LinkPlace): LinkPlace {
  if (containers.some(isQuote)) return 'quote';
  return containers.length > 0 ? 'item' : otherwise;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the trimmed Markdown between title and first section, without the summary's quote. */
function cutDetails(text: string, { start, end }: Range, quote: Range | null): string {
  if (quote === null || quote.end <= start || quote.start >= end) return text.slice(start, end).trim();
  const parts = [text.slice(start, quote.start), text.slice(quote.end, end)].map((part) => part.trim());
  return parts.filter(Boolean).join('\n\n');
}
