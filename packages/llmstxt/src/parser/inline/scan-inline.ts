import type { LinkForm } from '../../types/document.ts';
import { lastBackticks, runOf, skipBlank } from '../characters.ts';
import { scanAngle } from './angle.ts';
import { entityAt, isPunctuation, unescapeMarkdown } from './entities.ts';

/** A link as it stands in a run of inline text; offsets are into that run. */
export interface InlineLink {
  readonly form: LinkForm;
  readonly start: number;
  readonly end: number;
  /** The name between the brackets; for a URL without a name both point at the URL. */
  readonly textStart: number;
  readonly textEnd: number;
  /** Escapes resolved. */
  readonly href: string;
  /** `(<url>)` */
  readonly angled: boolean;
  /** `(url "title")` */
  readonly titled: boolean;
}

/** Links and images together, sorted by their start. */
export function structuresOf(result: InlineResult): readonly InlineImage[] {
  if (result.images.length === 0) return result.links;
  return [...result.links, ...result.images].sort((a, b) => a.start - b.start);
}

/** `![alternative](source)`, and the like, found on the way. */
export interface InlineImage {
  readonly start: number;
  readonly end: number;
  readonly textStart: number;
  readonly textEnd: number;
}

/** `[name](…)` that is no link because its URL has a blank or the like: what a person meant, and where. */
export interface BrokenLink {
  readonly start: number;
  readonly end: number;
}

/** Link reference definitions by normalised label. */
export type Definitions = ReadonlyMap<string, string>;

export interface InlineResult {
  readonly links: InlineLink[];
  readonly broken: BrokenLink[];
  readonly images: InlineImage[];
  /** The first raw HTML tags of the run, comments not counted. */
  readonly tags: BrokenLink[];
}

/** So many tags of one run are enough to report. */
const MAX_TAGS = 10;
/**
 * More openers than this are forgotten from the oldest on. People nest two or three; the bound keeps memory flat on a
 * megabyte of `[`.
 */
const MAX_OPENERS = 1000;
/** CommonMark's bound on a label. */
const MAX_LABEL = 999;
/** CommonMark implementations bound the nesting of parentheses in a URL; cmark takes 32. */
const MAX_PARENTHESES = 32;

interface Opener {
  readonly at: number;
  readonly image: boolean;
  readonly links: number;
  readonly broken: number;
  /** Another bracket opened inside, so the text between cannot be a label. */
  nested: boolean;
}

const NO_LINKS: InlineResult = { links: [], broken: [], images: [], tags: [] };

/**
 * Finds every link of `text` from `from` to `to`, as CommonMark reads it, and bare http(s) URLs besides.
 * Linear: no position is read more than a constant number of times, whatever stands there.
 */
export function scanInline(text: string, from: number, to: number, definitions: Definitions): InlineResult {
  let first = from;
  // Most lines of prose have nothing to find.
  for (; first < to; first++) {
    const code = text.charCodeAt(first);
    if (code === 91 || code === 60 || (code === 58 && text.charCodeAt(first + 1) === 47)) break;
  }
  return first >= to ? NO_LINKS : new InlineScan(text, from, to, definitions).run();
}

class InlineScan {
  readonly #text: string;
  readonly #from: number;
  readonly #to: number;
  readonly #definitions: Definitions;
  readonly #links: InlineLink[] = [];
  readonly #broken: BrokenLink[] = [];
  readonly #images: InlineImage[] = [];
  readonly #tags: BrokenLink[] = [];
  #openers: Opener[] = [];
  /** Openers below this index that are no image are dead. */
  #deadBelow = 0;
  /** Last start of a run of n backticks; made at the first backtick. */
  #backticks: Map<number, number> | null = null;
  readonly #angle = { noComment: false, noInstruction: false, noDeclaration: false, noCdata: false, budget: 0 };

  constructor(text: string, from: number, to: number, definitions: Definitions) {
    this.#text = text;
    this.#from = from;
    this.#to = to;
    this.#definitions = definitions;
    this.#angle.budget = (to - from) * 8 + 10_000;
  }

  run(): InlineResult {
    const text = this.#text;
    const to = this.#to;
    let at = this.#from;
    while (at < to) {
      switch (text.charCodeAt(at)) {
        case 92: // backslash
          at += isPunctuation(text.charCodeAt(at + 1)) ? 2 : 1;
          break;
        case 96: // `
          at = this.#code(at);
          break;
        case 60: // <
          at = this.#angled(at);
          break;
        case 33: // !
          if (text.charCodeAt(at + 1) === 91 && at + 1 < to) {
            this.#open(at, true);
            at += 2;
          } else at++;
          break;
        case 91: // [
          this.#open(at, false);
          at++;
          break;
        case 93: // ]
          at = this.#close(at);
          break;
        case 58: // : of a URL
          at = this.#bare(at);
          break;
        default:
          at++;
      }
    }
    if (this.#images.length > 1) this.#images.sort((a, b) => a.start - b.start);
    return { links: this.#links, broken: this.#broken, images: this.#images, tags: this.#tags };
  }

  #open(at: number, image: boolean): void {
    const openers = this.#openers;
    const last = openers.at(-1);
    if (last !== undefined) last.nested = true;
    if (openers.length >= MAX_OPENERS) {
      this.#openers = openers.slice(MAX_OPENERS / 2);
      this.#deadBelow = Math.max(0, this.#deadBelow - MAX_OPENERS / 2);
    }
    this.#openers.push({ at, image, links: this.#links.length, broken: this.#broken.length, nested: false });
  }

  #code(at: number): number {
    const text = this.#text;
    const run = runOf(text, at, this.#to, 96);
    this.#backticks ??= lastBackticks(text, at, this.#to);
    if ((this.#backticks.get(run) ?? -1) <= at) return at + run;
    let next = at + run;
    while (next < this.#to) {
      next = text.indexOf('`', next);
      const length = runOf(text, next, this.#to, 96);
      if (length === run) return next + length;
      next += length;
    }
    return at + run;
  }

  #angled(at: number): number {
    const found = scanAngle(this.#text, at, this.#to, this.#angle);
    if (found === null) return at + 1;
    if (found.kind === 'html') {
      if (this.#tags.length < MAX_TAGS && this.#text.charCodeAt(at + 1) !== 33)
        this.#tags.push({ start: at, end: found.end });
      return found.end;
    }
    const body = this.#text.slice(at + 1, found.end - 1);
    this.#links.push({
      form: 'autolink',
      start: at,
      end: found.end,
      textStart: at + 1,
      textEnd: found.end - 1,
      href: found.kind === 'email' ? `mailto:${body}` : body,
      angled: false,
      titled: false,
    });
    return found.end;
  }

  #close(at: number): number {
    const openers = this.#openers;
    const opener = openers.pop();
    if (opener === undefined) return at + 1;
    const index = openers.length;
    const dead = !opener.image && index < this.#deadBelow;
    if (this.#deadBelow > index) this.#deadBelow = index;
    if (dead) return at + 1;
    const textStart = opener.at + (opener.image ? 2 : 1);
    const target = this.#target(opener, textStart, at);
    if (target === null) return at + 1;
    this.#broken.length = opener.broken;
    if (opener.image) {
      // An image's text is its alternative: links in it are not links.
      this.#links.length = opener.links;
      this.#images.push({ start: opener.at, end: target.end, textStart, textEnd: at });
      return target.end;
    }
    this.#dropBareSince(opener.links);
    this.#links.push({
      form: target.form,
      start: opener.at,
      end: target.end,
      textStart,
      textEnd: at,
      href: target.href,
      angled: target.angled,
      titled: target.titled,
    });
    this.#deadBelow = openers.length;
    return target.end;
  }

  /** The name of a link is often its URL: that is one link, not two. */
  #dropBareSince(count: number): void {
    const kept = this.#links.slice(count).filter((link) => link.form !== 'bare');
    this.#links.length = count;
    for (const link of kept) this.#links.push(link);
  }

  #target(opener: Opener, textStart: number, close: number): Target | null {
    const text = this.#text;
    const next = close + 1 < this.#to ? text.charCodeAt(close + 1) : 0;
    if (next === 40) {
      const inline = inlineTarget(text, close + 1, this.#to);
      if (inline !== null) return inline;
    }
    let end = close + 1;
    let label = '';
    if (next === 91) {
      const labelEnd = labelStop(text, close + 1, this.#to);
      if (labelEnd > 0) {
        label = text.slice(close + 2, labelEnd);
        end = labelEnd + 1;
      }
    }
    if (this.#definitions.size > 0) {
      if (label.trim() === '') {
        label = !opener.nested && close - textStart <= MAX_LABEL ? text.slice(textStart, close) : '';
      }
      const href = label === '' ? undefined : this.#definitions.get(normaliseLabel(label));
      if (href !== undefined) return { form: 'reference', href, end, angled: false, titled: false };
    }
    if (next === 40 && !opener.image) {
      const stop = brokenStop(text, close + 1, this.#to);
      if (stop > 0) this.#broken.push({ start: opener.at, end: stop });
    }
    return null;
  }

  #bare(colon: number): number {
    const text = this.#text;
    if (text.charCodeAt(colon + 1) !== 47 || text.charCodeAt(colon + 2) !== 47) return colon + 1;
    const start = schemeStart(text, colon, this.#from);
    if (start < 0) return colon + 1;
    const end = bareStop(text, colon + 3, this.#to);
    if (end <= colon + 3) return colon + 1;
    this.#links.push({
      form: 'bare',
      start,
      end,
      textStart: start,
      textEnd: end,
      href: unescapeMarkdown(text.slice(start, end)),
      angled: false,
      titled: false,
    });
    return end;
  }
}

interface Target {
  readonly form: 'inline' | 'reference';
  readonly href: string;
  readonly end: number;
  readonly angled: boolean;
  readonly titled: boolean;
}

/** Where `http` or `https` before the colon starts, if it stands on its own; -1 otherwise. */
function schemeStart(text: string, colon: number, from: number): number {
  const s = text.charCodeAt(colon - 1) | 32;
  const start = colon - (s === 115 ? 5 : 4);
  if (start < from || (text.charCodeAt(start) | 32) !== 104) return -1;
  const scheme = text.slice(start, colon).toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') return -1;
  const before = start > from ? text.charCodeAt(start - 1) : 32;
  return isWordCode(before) ? -1 : start;
}

function isWordCode(code: number): boolean {
  return (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123);
}

/** GFM's rule for the end of a bare URL, and besides: it stops at brackets, quotes, table bars and CJK punctuation. */
function bareStop(text: string, from: number, to: number): number {
  let end = from;
  let opened = 0;
  let closed = 0;
  for (; end < to; end++) {
    const code = text.charCodeAt(end);
    if (isBareStop(code) || (code === 92 && isBareStop(text.charCodeAt(end + 1)))) break;
    if (code === 38 && isBareStop(entityAt(text, end, to)?.text.charCodeAt(0) ?? 65)) break;
    if (code === 40) opened++;
    else if (code === 41) closed++;
  }
  while (end > from) {
    const code = text.charCodeAt(end - 1);
    if (code === 41 && closed > opened) closed--;
    else if (!isTrailing(code)) break;
    end--;
  }
  return end;
}

function isBareStop(code: number): boolean {
  // < > " ` [ ] { } | \ ^ and blanks
  if (code <= 32 || code === 60 || code === 62 || code === 34 || code === 96 || code === 124) return true;
  if (code === 91 || code === 93 || code === 123 || code === 125) return true;
  if (code < 160) return false;
  // No-break space, zero-width no-break space, general punctuation (quotes, dashes, spaces), CJK punctuation, full-width ASCII punctuation.
  return (
    code === 160 ||
    code === 0xfeff ||
    (code >= 0x2000 && code <= 0x206f) ||
    (code >= 0x3000 && code <= 0x303f) ||
    isFullWidth(code)
  );
}

function isFullWidth(code: number): boolean {
  return (code >= 0xff01 && code <= 0xff0f) || (code >= 0xff1a && code <= 0xff20) || (code >= 0xff3b && code <= 0xff65);
}

/** ? ! . , : ; * _ ~ ' \ */
function isTrailing(code: number): boolean {
  return (
    code === 63 ||
    code === 33 ||
    code === 46 ||
    code === 44 ||
    code === 58 ||
    code === 59 ||
    code === 42 ||
    code === 95 ||
    code === 126 ||
    code === 92 ||
    code === 39
  );
}

/** CommonMark 6.3: `(destination "title")`; `at` is the opening parenthesis. */
function inlineTarget(text: string, at: number, to: number): Target | null {
  let next = skipBlank(text, at + 1, to);
  const angled = text.charCodeAt(next) === 60 && next < to;
  const stop = angled ? angleStop(text, next, to) : destinationStop(text, next, to);
  if (stop < 0) return null;
  const href = unescapeMarkdown(angled ? text.slice(next + 1, stop - 1) : text.slice(next, stop));
  next = skipBlank(text, stop, to);
  let titled = false;
  if (next > stop && next < to) {
    const titleEnd = titleStop(text, next, to);
    if (titleEnd > 0) {
      titled = true;
      next = skipBlank(text, titleEnd, to);
    }
  }
  if (next >= to || text.charCodeAt(next) !== 41) return null;
  return { form: 'inline', href, end: next + 1, angled, titled };
}

/** The offset after `<…>`, or -1. */
export function angleStop(text: string, at: number, to: number): number {
  for (let next = at + 1; next < to; next++) {
    const code = text.charCodeAt(next);
    if (code === 62) return next + 1;
    if (code === 60 || code === 10 || code === 13) return -1;
    if (code === 92) next++;
  }
  return -1;
}

/** The offset after a destination without angle brackets, or -1. */
export function destinationStop(text: string, at: number, to: number): number {
  let depth = 0;
  let next = at;
  for (; next < to; next++) {
    const code = text.charCodeAt(next);
    if (code === 92 && isPunctuation(text.charCodeAt(next + 1))) next++;
    else if (code === 40) {
      if (++depth > MAX_PARENTHESES) return -1;
    } else if (code === 41) {
      if (depth === 0) break;
      depth--;
    } else if (code <= 32 || code === 127) break;
  }
  return depth === 0 ? Math.min(next, to) : -1;
}

/** The offset after a quoted title, or -1 if there is none. */
export function titleStop(text: string, at: number, to: number): number {
  const open = text.charCodeAt(at);
  if (open !== 34 && open !== 39 && open !== 40) return -1;
  const close = open === 40 ? 41 : open;
  for (let next = at + 1; next < to; next++) {
    const code = text.charCodeAt(next);
    if (code === close) return next + 1;
    if (code === 40 && open === 40) return -1;
    if (code === 92) next++;
  }
  return -1;
}

/** The offset of the bracket that closes the label opened at `at`, or -1. */
export function labelStop(text: string, at: number, to: number): number {
  const limit = Math.min(to, at + MAX_LABEL + 2);
  for (let next = at + 1; next < limit; next++) {
    const code = text.charCodeAt(next);
    if (code === 93) return next;
    if (code === 91) return -1;
    if (code === 92) next++;
  }
  return -1;
}

/** CommonMark's label matching: case and blanks do not count. */
export function normaliseLabel(label: string): string {
  if (/^[!-~]*$/.test(label)) return label.toUpperCase();
  return label
    .trim()
    .replace(/[ \t\r\n]+/g, ' ')
    .toLowerCase()
    .toUpperCase();
}

/** The closing parenthesis on the same line of something that looks like a target but is none, or -1. */
function brokenStop(text: string, at: number, to: number): number {
  const limit = Math.min(to, at + 500);
  let letters = false;
  for (let next = at + 1; next < limit; next++) {
    const code = text.charCodeAt(next);
    if (code === 41) return letters ? next + 1 : -1;
    if (code === 10 || code === 13 || code === 91 || code === 40) return -1;
    // A slash or colon: without one it is a remark in parentheses after a bracket.
    if (code === 47 || code === 58) letters = true;
  }
  return -1;
}
