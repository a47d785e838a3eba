import { isPunctuation, runLength, SPACE, TILDE, UNDERSCORE } from '../characters.ts';

/** Run of emphasis or strikethrough marks. */
export interface Delimiter {
  readonly code: number;
  length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

/** Reads the run at `at` by CommonMark 6.2's flanking rule, for ASCII punctuation and white space. */
export function delimiterAt(text: string, at: number, to: number): Delimiter {
  const code = text.charCodeAt(at);
  const length = runLength(text, at, to, code);
  // Only two tildes strike out text. Read a longer run as text.
  if (code === TILDE && length !== 2) return { code, length, canOpen: false, canClose: false };
  const before = at > 0 ? text.charCodeAt(at - 1) : SPACE;
  const after = at + length < to ? text.charCodeAt(at + length) : SPACE;
  const leftFlanking = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before));
  const rightFlanking = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after));
  const isUnderscore = code === UNDERSCORE;
  const canOpen = leftFlanking && (!isUnderscore || !rightFlanking || isPunctuation(before));
  const canClose = rightFlanking && (!isUnderscore || !leftFlanking || isPunctuation(after));
  return { code, length, canOpen, canClose };
}

function isSpace(code: number): boolean {
  return code <= SPACE || code === 160 || code === 0x3000;
}

/** Pairs marks. Afterwards `length` is the number of unpaired marks. Each mark is pushed and popped once per kind. */
export function pairDelimiters(pieces: readonly (string | Delimiter)[]): void {
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
