import { lastBackticks, runOf } from '../characters.ts';
import { scanAngle } from './angle.ts';
import { entityAt, isPunctuation } from './entities.ts';

/** A link or image in the text: its name is read, its target is not. */
export interface Structure {
  readonly start: number;
  readonly end: number;
  readonly textStart: number;
  readonly textEnd: number;
}

/** HTML that people put into Markdown for looks; any other tag is more likely a placeholder such as `<id>`. */
const LOOKS = new Set(
  'a abbr b big br center cite code del div em figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p picture pre q s small span strike strong sub summary details sup table tbody td th thead tr tt u ul var wbr'.split(
    ' ',
  ),
);

/** True for a tag of HTML that only changes looks; `<details on our plans>` is a remark. */
export function isLookTag(tag: string): boolean {
  if (/\s/.test(tag) && !/[=/]|\s>$/.test(tag)) return false;
  const name = /^<\/?([a-z][a-z0-9]{0,9})[\s/>]/i.exec(tag.slice(0, 14))?.[1]?.toLowerCase();
  return name !== undefined && LOOKS.has(name);
}

/**
 * So many pieces of one name, note or quote are parted by Markdown that is taken off; after them it stays as it is
 * written. Real ones have some dozen; a text made of nothing but marks would hold every one in memory.
 */
const MAX_PIECES = 10_000;

/**
 * Text without its Markdown: names of links, alternatives of images, no emphasis, blanks made one.
 * `structures` are sorted by their start.
 */
export function plainText(text: string, from: number, to: number, structures: readonly Structure[] = []): string {
  return isPlain(text, from, to) ? text.slice(from, to).trim() : new PlainText(text, structures).read(from, to);
}

/** True where nothing would change but blanks at the ends. */
function isPlain(text: string, from: number, to: number): boolean {
  let blank = false;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 32) {
      if (blank) return false;
      blank = true;
      continue;
    }
    blank = false;
    // Blanks other than one space, and ! & * < [ \ _ ` ~ and U+0000
    if (code < 33 || code === 38 || code === 42 || code === 60 || code === 92 || code === 95 || code === 96)
      return false;
    if (code === 91 || code === 126) return false;
  }
  return true;
}

interface Delimiter {
  readonly code: number;
  length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

class PlainText {
  readonly #text: string;
  readonly #structures: readonly Structure[];
  readonly #pieces: (string | Delimiter)[] = [];
  readonly #angle = { noComment: false, noInstruction: false, noDeclaration: false, noCdata: false, budget: 0 };
  #backticks: Map<number, number> | null = null;

  constructor(text: string, structures: readonly Structure[]) {
    this.#text = text;
    this.#structures = structures;
  }

  read(from: number, to: number): string {
    this.#angle.budget = (to - from) * 8 + 10_000;
    // Every bracket and target of a structure is skipped; what is between them is read.
    const skips: { start: number; end: number }[] = [];
    for (let index = firstFrom(this.#structures, from); index < this.#structures.length; index++) {
      const one = this.#structures[index];
      if (one === undefined || one.start >= to) break;
      if (one.end > to) continue;
      skips.push({ start: one.start, end: one.textStart }, { start: one.textEnd, end: one.end });
    }
    skips.sort((a, b) => a.start - b.start);
    let at = from;
    for (const skip of skips) {
      if (skip.start > at) this.#readRange(at, skip.start);
      at = Math.max(at, skip.end);
    }
    this.#readRange(at, to);
    pairDelimiters(this.#pieces);
    let out = '';
    for (const piece of this.#pieces) {
      out += typeof piece === 'string' ? piece : String.fromCharCode(piece.code).repeat(piece.length);
    }
    return out.replace(/[ \t\r\n\f\v\0]+/g, ' ').trim();
  }

  #readRange(from: number, to: number): void {
    const text = this.#text;
    let start = from;
    let at = from;
    while (at < to) {
      const code = text.charCodeAt(at);
      const next = this.#pieces.length < MAX_PIECES ? this.#special(code, at, to) : null;
      if (next === null) {
        at++;
        continue;
      }
      if (at > start) this.#pieces.push(text.slice(start, at));
      if (next.piece !== '') this.#pieces.push(next.piece);
      at = next.end;
      start = at;
    }
    if (to > start) this.#pieces.push(text.slice(start, to));
  }

  #special(code: number, at: number, to: number): { piece: string | Delimiter; end: number } | null {
    const text = this.#text;
    switch (code) {
      case 92:
        return at + 1 < to && isPunctuation(text.charCodeAt(at + 1))
          ? { piece: text.charAt(at + 1), end: at + 2 }
          : null;
      case 38: {
        const entity = entityAt(text, at, to);
        return entity === null ? null : { piece: entity.text, end: entity.end };
      }
      case 96:
        return this.#code(at, to);
      case 60:
        return this.#angled(at, to);
      case 42:
      case 95:
      case 126:
        return delimiterAt(text, at, to, code);
      default:
        return null;
    }
  }

  #code(at: number, to: number): { piece: string; end: number } {
    const text = this.#text;
    const run = runOf(text, at, to, 96);
    this.#backticks ??= lastBackticks(text, at, to);
    if ((this.#backticks.get(run) ?? -1) <= at) return { piece: text.slice(at, at + run), end: at + run };
    for (let next = text.indexOf('`', at + run); next >= 0 && next < to; next = text.indexOf('`', next)) {
      const length = runOf(text, next, to, 96);
      if (length === run) return { piece: text.slice(at + run, next), end: next + length };
      next += length;
    }
    return { piece: text.slice(at, at + run), end: at + run };
  }

  #angled(at: number, to: number): { piece: string; end: number } | null {
    const text = this.#text;
    const found = scanAngle(text, at, to, this.#angle);
    if (found === null) return null;
    if (found.kind !== 'html') return { piece: text.slice(at + 1, found.end - 1), end: found.end };
    if (text.startsWith('<!--', at)) return { piece: '', end: found.end };
    if (!isLookTag(text.slice(at, found.end))) return null;
    return { piece: /^<[bh]r\b/i.test(text.slice(at, at + 4)) ? ' ' : '', end: found.end };
  }
}

/** Index of the first structure that starts at `from` or later. */
function firstFrom(structures: readonly Structure[], from: number): number {
  let low = 0;
  let high = structures.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((structures[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** CommonMark 6.2's flanking rule, for ASCII punctuation and blanks. */
function delimiterAt(text: string, at: number, to: number, code: number): { piece: Delimiter; end: number } | null {
  const length = runOf(text, at, to, code);
  if (code === 126 && length !== 2) return null;
  const before = at > 0 ? text.charCodeAt(at - 1) : 32;
  const after = at + length < to ? text.charCodeAt(at + length) : 32;
  const leftFlanking = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before));
  const rightFlanking = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after));
  const word = code === 95;
  const canOpen = leftFlanking && (!word || !rightFlanking || isPunctuation(before));
  const canClose = rightFlanking && (!word || !leftFlanking || isPunctuation(after));
  return { piece: { code, length, canOpen, canClose }, end: at + length };
}

function isSpace(code: number): boolean {
  return code <= 32 || code === 160 || code === 0x3000;
}

/** Takes the marks that belong together away. Each mark is pushed and popped once for each kind. */
function pairDelimiters(pieces: readonly (string | Delimiter)[]): void {
  const open: Delimiter[] = [];
  const waiting = new Map<number, number>();
  for (const piece of pieces) {
    if (typeof piece === 'string') continue;
    if (piece.canClose) {
      while (piece.length > 0 && (waiting.get(piece.code) ?? 0) > 0) {
        const opener = open.pop();
        if (opener === undefined) break;
        waiting.set(opener.code, (waiting.get(opener.code) ?? 1) - 1);
        if (opener.code !== piece.code) continue;
        const shared = Math.min(opener.length, piece.length);
        opener.length -= shared;
        piece.length -= shared;
        if (opener.length > 0) {
          open.push(opener);
          waiting.set(opener.code, (waiting.get(opener.code) ?? 0) + 1);
        }
      }
    }
    if (piece.canOpen && piece.length > 0) {
      open.push(piece);
      waiting.set(piece.code, (waiting.get(piece.code) ?? 0) + 1);
    }
  }
}
