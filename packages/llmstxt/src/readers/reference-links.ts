import { type Dialect, JAVASCRIPT, lineEndFrom, PYTHON, skipSpace, trimmedRange } from './dialect.ts';

export interface ReferenceLink {
  readonly title: string;
  readonly url: string;
  readonly desc: string | null;
}

/** Link that a reader found. `at` is the offset of its hyphen. `end` is the offset of the first character after the link. */
export interface FoundLink {
  readonly link: ReferenceLink;
  readonly at: number;
  readonly end: number;
}

export interface ReferenceLine {
  readonly start: number;
  readonly end: number;
  /** Null if the expression finds no link. */
  readonly found: FoundLink | null;
}

/**
 * Reads the lines of a section like the Python reader. Searches each non-blank line for
 * `-\s*\[([^\]]+)\]\(([^\)]+)\)(?::\s*(.*))?`. A line without a match raises for the whole file.
 */
export function pythonLines(text: string, bodyStart: number, bodyEnd: number): ReferenceLine[] {
  const [start, end] = trimmedRange(text, bodyStart, bodyEnd, PYTHON);
  const lines: ReferenceLine[] = [];
  for (let at = start; at < end; ) {
    const newline = text.indexOf('\n', at);
    const lineEnd = newline < 0 || newline > end ? end : newline;
    // Pass only the line, so that later lines are not searched again for every line.
    const line = text.slice(at, lineEnd);
    if (skipSpace(line, 0, PYTHON) < line.length) {
      const link = new LinkScan(line, PYTHON).next(0, () => true);
      const moved = link && { link: link.link, at: link.at + at, end: link.end + at };
      lines.push({ start: at, end: lineEnd, found: moved });
    }
    at = lineEnd + 1;
  }
  return lines;
}

/**
 * Reads the links of a section like the JavaScript reader. The JavaScript expression also has a final `$` and searches
 * the full body, so a name or a URL may span lines, and other text is skipped.
 */
export function javascriptLinks(text: string, bodyStart: number, bodyEnd: number): FoundLink[] {
  const body = text.slice(bodyStart, bodyEnd);
  const scan = new LinkScan(body, JAVASCRIPT);
  const links: FoundLink[] = [];
  const ends = (at: number) => at === body.length || JAVASCRIPT.isLineEnd(body.charAt(at));
  for (let at = 0; ; ) {
    const link = scan.next(at, ends);
    if (!link) return links;
    links.push({ link: link.link, at: link.at + bodyStart, end: link.end + bodyStart });
    at = link.end;
  }
}

/** Finds links left to right. Caches the next brackets, so that a hostile text takes linear time. */
class LinkScan {
  readonly #text: string;
  readonly #dialect: Dialect;
  #bracket = -1;
  #parenthesis = -1;

  /** @param text range to search, because a failed search reads the whole text */
  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#dialect = dialect;
  }

  /** Returns the first link at or after `from`. Without notes, `mayEnd` allows the match to end after the URL. */
  next(from: number, mayEnd: (at: number) => boolean): FoundLink | null {
    const text = this.#text;
    for (let at = text.indexOf('-', from); at >= 0; at = text.indexOf('-', at + 1)) {
      const open = skipSpace(text, at + 1, this.#dialect);
      if (text[open] !== '[') continue;
      const close = this.#closing(']', open + 1);
      if (close < 0) return null;
      if (close === open + 1 || text[close + 1] !== '(') continue;
      const stop = this.#closing(')', close + 2);
      if (stop < 0) return null;
      if (stop === close + 2) continue;
      const title = text.slice(open + 1, close);
      const url = text.slice(close + 2, stop);
      if (text[stop + 1] === ':') {
        const word = skipSpace(text, stop + 2, this.#dialect);
        const end = lineEndFrom(text, word, this.#dialect);
        return { link: { title, url, desc: text.slice(word, end) }, at, end };
      }
      if (mayEnd(stop + 1)) return { link: { title, url, desc: null }, at, end: stop + 1 };
    }
    return null;
  }

  #closing(char: ']' | ')', from: number): number {
    const lastClosing = char === ']' ? this.#bracket : this.#parenthesis;
    if (lastClosing >= from) return lastClosing;
    const at = this.#text.indexOf(char, from);
    if (char === ']') this.#bracket = at;
    else this.#parenthesis = at;
    return at;
  }
}
