import {
  APOSTROPHE,
  BACKSLASH,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  DELETE,
  GREATER_THAN,
  isLineEnd,
  isPunctuation,
  LESS_THAN,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  QUOTATION_MARK,
  SPACE,
  skipWhiteSpace,
} from '../characters.ts';
import { unwrapUrl } from './brackets.ts';
import { unescapeMarkdown } from './entities.ts';

/** Longest label in CommonMark. */
export const MAX_LABEL = 999;
/** Deepest nesting of parentheses in a URL, as in cmark. */
const MAX_PARENTHESES = 32;

export interface LinkTarget {
  readonly form: 'inline' | 'reference';
  readonly href: string;
  readonly end: number;
  readonly angled: boolean;
  readonly titled: boolean;
}

/** CommonMark 6.3: `(destination "title")`; `at` is the opening parenthesis. */
export function inlineTarget(text: string, at: number, to: number): LinkTarget | null {
  let next = skipWhiteSpace(text, at + 1, to);
  const angled = text.charCodeAt(next) === LESS_THAN && next < to;
  const stop = angled ? angleEnd(text, next, to) : destinationEnd(text, next, to);
  if (stop < 0) return null;
  const written = unescapeMarkdown(angled ? text.slice(next + 1, stop - 1) : text.slice(next, stop));
  const href = angled ? written : unwrapUrl(written);
  next = skipWhiteSpace(text, stop, to);
  let titled = false;
  if (next > stop && next < to) {
    const afterTitle = titleEnd(text, next, to);
    if (afterTitle > 0) {
      titled = true;
      next = skipWhiteSpace(text, afterTitle, to);
    }
  }
  if (next >= to || text.charCodeAt(next) !== CLOSE_PARENTHESIS) return null;
  return { form: 'inline', href, end: next + 1, angled: angled || href !== written, titled };
}

/** Returns the offset after `<…>`, or -1. */
export function angleEnd(text: string, at: number, to: number): number {
  for (let next = at + 1; next < to; next++) {
    const code = text.charCodeAt(next);
    if (code === GREATER_THAN) return next + 1;
    if (code === LESS_THAN || isLineEnd(code)) return -1;
    if (code === BACKSLASH) next++;
  }
  return -1;
}

/** Returns the offset after a destination without angle brackets, or -1. */
export function destinationEnd(text: string, at: number, to: number): number {
  let depth = 0;
  let next = at;
  for (; next < to; next++) {
    const code = text.charCodeAt(next);
    if (code === BACKSLASH && isPunctuation(text.charCodeAt(next + 1))) next++;
    else if (code === OPEN_PARENTHESIS) {
      if (++depth > MAX_PARENTHESES) return -1;
    } else if (code === CLOSE_PARENTHESIS) {
      if (depth === 0) break;
      depth--;
    } else if (code <= SPACE || code === DELETE) break;
  }
  return depth === 0 ? Math.min(next, to) : -1;
}

/** Returns the offset after a quoted title, or -1. */
export function titleEnd(text: string, at: number, to: number): number {
  const open = text.charCodeAt(at);
  if (open !== QUOTATION_MARK && open !== APOSTROPHE && open !== OPEN_PARENTHESIS) return -1;
  const close = open === OPEN_PARENTHESIS ? CLOSE_PARENTHESIS : open;
  for (let next = at + 1; next < to; next++) {
    const code = text.charCodeAt(next);
    if (code === close) return next + 1;
    if (code === OPEN_PARENTHESIS && open === OPEN_PARENTHESIS) return -1;
    if (code === BACKSLASH) next++;
  }
  return -1;
}

/** Returns the offset of the bracket that closes the label at `at`, or -1. */
export function labelEnd(text: string, at: number, to: number): number {
  const limit = Math.min(to, at + MAX_LABEL + 2);
  for (let next = at + 1; next < limit; next++) {
    const code = text.charCodeAt(next);
    if (code === CLOSE_BRACKET) return next;
    if (code === OPEN_BRACKET) return -1;
    if (code === BACKSLASH) next++;
  }
  return -1;
}

/** Normalizes a label as in CommonMark: ignores case and white space. */
export function normalizeLabel(label: string): string {
  if (/^[!-~]*$/.test(label)) return label.toUpperCase();
  return label
    .trim()
    .replace(/[ \t\r\n]+/g, ' ')
    .toLowerCase()
    .toUpperCase();
}
