import {
  AMPERSAND,
  ASTERISK,
  BACKSLASH,
  BACKTICK,
  isPunctuation,
  LESS_THAN,
  runLength,
  TILDE,
  UNDERSCORE,
} from '../characters.ts';
import { type AngleMemory, scanAngle } from './angle.ts';
import { codeSpanEnd, lastBackticks } from './code-span.ts';
import { type Delimiter, delimiterAt, pairDelimiters } from './emphasis.ts';
import { entityAt } from './entities.ts';
import { isFormattingTag } from './formatting-tags.ts';
import type { InlineRange, InlineStructure } from './inline-types.ts';

/**
 * Most pieces of a name, note or quote without Markdown. The rest stays as written, because a text of marks only would need much
 * memory. Real texts have about a dozen pieces.
 */
const MAX_PIECES = 10_000;

/** Matches characters that may change: Markdown, other markup, and white space that collapses. */
const MARKUP = /[\0-\x1F&*<[\\_`~{【]| {2}/;

/**
 * Removes Markdown from a text: keeps names of links and alternative texts, drops emphasis, collapses white space.
 * `structures` are its links and images in order.
 */
export function plainText(text: string, from: number, to: number, structures: readonly InlineStructure[] = []): string {
  const written = text.slice(from, to);
  return MARKUP.test(written) ? new PlainText(text, structures).read(from, to) : written.trim();
}

class PlainText {
  readonly #text: string;
  readonly #structures: readonly InlineStructure[];
  readonly #pieces: (string | Delimiter)[] = [];
  readonly #angleMemory: AngleMemory = new Set();
  #lastBackticks: Map<number, number> | null = null;

  constructor(text: string, structures: readonly InlineStructure[]) {
    this.#text = text;
    this.#structures = structures;
  }

  read(from: number, to: number): string {
    const skips = this.#targets(from, to);
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

  /** Returns the brackets and targets of the links and images in a range, without the text between brackets. */
  #targets(from: number, to: number): readonly InlineRange[] {
    const targets: InlineRange[] = [];
    for (let index = firstFrom(this.#structures, from); index < this.#structures.length; index++) {
      const structure = this.#structures[index];
      if (structure === undefined || structure.start >= to) break;
      const { start, end, textStart, textEnd } = structure;
      if (end <= to) targets.push({ start, end: textStart }, { start: textEnd, end });
    }
    return targets.sort((a, b) => a.start - b.start);
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
      case BACKSLASH:
        return at + 1 < to && isPunctuation(text.charCodeAt(at + 1))
          ? { piece: text.charAt(at + 1), end: at + 2 }
          : null;
      case AMPERSAND: {
        const entity = entityAt(text, at, to);
        return entity === null ? null : { piece: entity.text, end: entity.end };
      }
      case BACKTICK:
        return this.#code(at, to);
      case LESS_THAN:
        return this.#angled(at, to);
      case ASTERISK:
      case UNDERSCORE:
      case TILDE:
        return this.#delimiter(at, to);
      default:
        return null;
    }
  }

  #code(at: number, to: number): { piece: string; end: number } {
    const text = this.#text;
    const length = runLength(text, at, to, BACKTICK);
    this.#lastBackticks ??= lastBackticks(text, at, to);
    const end = codeSpanEnd(text, at, length, to, this.#lastBackticks);
    if (end < 0) return { piece: text.slice(at, at + length), end: at + length };
    return { piece: text.slice(at + length, end), end: end + length };
  }

  #delimiter(at: number, to: number): { piece: Delimiter; end: number } {
    const delimiter = delimiterAt(this.#text, at, to);
    return { piece: delimiter, end: at + delimiter.length };
  }

  #angled(at: number, to: number): { piece: string; end: number } | null {
    const text = this.#text;
    const angle = scanAngle(text, at, to, this.#angleMemory);
    if (angle === null) return null;
    if (angle.kind !== 'html') return { piece: text.slice(at + 1, angle.end - 1), end: angle.end };
    if (text.startsWith('<!--', at)) return { piece: '', end: angle.end };
    if (!isFormattingTag(text.slice(at, angle.end))) return null;
    return { piece: /^<[bh]r\b/i.test(text.slice(at, at + 4)) ? ' ' : '', end: angle.end };
  }
}

/** Returns the index of the first range that starts at or after `from`. */
export function firstFrom(structures: readonly InlineRange[], from: number): number {
  let low = 0;
  let high = structures.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((structures[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
