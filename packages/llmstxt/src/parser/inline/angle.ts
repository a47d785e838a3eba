import {
  APOSTROPHE,
  AT_SIGN,
  BACKTICK,
  COLON,
  EQUALS,
  EXCLAMATION_MARK,
  GREATER_THAN,
  HYPHEN,
  isBlank,
  isDigit,
  isLetter,
  isLineEnd,
  LESS_THAN,
  PERIOD,
  PLUS,
  QUESTION_MARK,
  QUOTATION_MARK,
  SLASH,
  SPACE,
  skipWhiteSpace,
  UNDERSCORE,
} from '../characters.ts';

/** Construct opened by an angle bracket in text. */
export interface Angle {
  readonly kind: 'uri' | 'email' | 'html';
  readonly end: number;
}

/** Results of earlier brackets of the text, so that no search repeats. */
export interface AngleMemory {
  /** Terminators that no longer occur in the text. */
  missing: readonly string[];
  /** Remaining characters to read without a tag. Keeps unclosed tags linear. */
  budget: number;
}

/** Shared instance, because most texts have no such bracket. */
const NONE: readonly string[] = [];

/** `length` is the length of the text. */
export function createAngleMemory(length: number): AngleMemory {
  return { missing: NONE, budget: length * 8 + 10_000 };
}

const EMAIL = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9-]{1,63}(?:\.[a-zA-Z0-9-]{1,63}){0,20}$/;

/** Reads an autolink or raw HTML (CommonMark 6.5 and 6.6). Returns null for a plain bracket. */
export function scanAngle(text: string, at: number, to: number, memory: AngleMemory): Angle | null {
  const next = at + 1 < to ? text.charCodeAt(at + 1) : 0;
  if (next === EXCLAMATION_MARK) return markup(declaration(text, at, to, memory));
  if (next === QUESTION_MARK) return markup(upTo(text, '?>', at + 2, to, memory));
  if (next === SLASH) return markup(closingTag(text, at, to));
  const auto = autolink(text, at, to);
  if (auto !== null) return auto;
  if (!isLetter(next) || memory.budget <= 0) return null;
  const stop = openTag(text, at, to);
  if (stop < 0) memory.budget += stop;
  return markup(stop);
}

function markup(end: number): Angle | null {
  return end > 0 ? { kind: 'html', end } : null;
}

function autolink(text: string, at: number, to: number): Angle | null {
  let colon = -1;
  let mail = -1;
  let next = at + 1;
  for (; next < to; next++) {
    const code = text.charCodeAt(next);
    if (code === GREATER_THAN) break;
    if (code <= SPACE || code === LESS_THAN) return null;
    if (code === COLON && colon < 0) colon = next;
    if (code === AT_SIGN && mail < 0) mail = next;
  }
  if (next >= to) return null;
  if (colon > 0 && isScheme(text, at + 1, colon)) return { kind: 'uri', end: next + 1 };
  if (mail > 0 && next - at < 300 && EMAIL.test(text.slice(at + 1, next))) return { kind: 'email', end: next + 1 };
  return null;
}

function isScheme(text: string, from: number, to: number): boolean {
  if (to - from < 2 || to - from > 32 || !isLetter(text.charCodeAt(from))) return false;
  for (let at = from + 1; at < to; at++) {
    const code = text.charCodeAt(at);
    if (!isLetter(code) && !isDigit(code) && code !== PLUS && code !== HYPHEN && code !== PERIOD) return false;
  }
  return true;
}

function declaration(text: string, at: number, to: number, memory: AngleMemory): number {
  if (text.startsWith('<!--', at)) {
    if (text.startsWith('<!-->', at)) return at + 5;
    if (text.startsWith('<!--->', at)) return at + 6;
    return upTo(text, '-->', at + 4, to, memory);
  }
  if (text.startsWith('<![CDATA[', at)) return upTo(text, ']]>', at + 9, to, memory);
  return isLetter(text.charCodeAt(at + 2)) ? upTo(text, '>', at + 2, to, memory) : -1;
}

function upTo(text: string, stop: string, from: number, to: number, memory: AngleMemory): number {
  if (memory.missing.includes(stop)) return -1;
  // Slice the text, so that each search stays in this run.
  const found = text.slice(from, to).indexOf(stop);
  if (found >= 0) return from + found + stop.length;
  memory.missing = [...memory.missing, stop];
  return -1;
}

function closingTag(text: string, at: number, to: number): number {
  let next = at + 2;
  if (!isLetter(text.charCodeAt(next))) return -1;
  while (next < to && isTagName(text.charCodeAt(next))) next++;
  next = skipWhiteSpace(text, next, to);
  return next < to && text.charCodeAt(next) === GREATER_THAN ? next + 1 : -1;
}

/** Returns the offset after an opening tag, or the negative number of characters read. */
export function openTag(text: string, at: number, to: number): number {
  let next = at + 1;
  while (next < to && isTagName(text.charCodeAt(next))) next++;
  for (;;) {
    const blank = skipWhiteSpace(text, next, to);
    if (blank >= to) return at - blank;
    const code = text.charCodeAt(blank);
    if (code === GREATER_THAN) return blank + 1;
    if (code === SLASH)
      return text.charCodeAt(blank + 1) === GREATER_THAN && blank + 1 < to ? blank + 2 : at - blank - 1;
    if (blank === next || !isAttributeStart(code)) return at - blank - 1;
    next = attribute(text, blank, to);
    if (next < 0) return at + next;
  }
}

/** Returns the offset after an attribute, or the negative offset of a fault. */
function attribute(text: string, at: number, to: number): number {
  let next = at;
  while (next < to && isAttributeName(text.charCodeAt(next))) next++;
  const equals = skipWhiteSpace(text, next, to);
  if (equals >= to || text.charCodeAt(equals) !== EQUALS) return next;
  const value = skipWhiteSpace(text, equals + 1, to);
  const quote = text.charCodeAt(value);
  if (value >= to) return -value;
  if (quote === QUOTATION_MARK || quote === APOSTROPHE) {
    for (next = value + 1; next < to; next++) if (text.charCodeAt(next) === quote) return next + 1;
    return -to;
  }
  next = value;
  while (next < to && isUnquoted(text.charCodeAt(next))) next++;
  return next === value ? -next : next;
}

function isTagName(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === HYPHEN;
}

function isAttributeStart(code: number): boolean {
  return isLetter(code) || code === UNDERSCORE || code === COLON;
}

function isAttributeName(code: number): boolean {
  return isAttributeStart(code) || isDigit(code) || code === PERIOD || code === HYPHEN;
}

function isUnquoted(code: number): boolean {
  if (isBlank(code) || isLineEnd(code) || code === BACKTICK) return false;
  return (
    code !== QUOTATION_MARK && code !== APOSTROPHE && code !== EQUALS && code !== LESS_THAN && code !== GREATER_THAN
  );
}
