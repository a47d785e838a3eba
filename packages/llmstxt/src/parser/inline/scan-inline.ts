import {
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACKET,
  COLON,
  EXCLAMATION_MARK,
  isEmphasis,
  isPunctuation,
  LESS_THAN,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  runLength,
} from '../characters.ts';
import { type AngleMemory, scanAngle } from './angle.ts';
import { bareUrlAt } from './bare-url.ts';
import { type BrokenTarget, brokenTarget, brokenTargetEnd, unopenedTarget } from './broken-link.ts';
import { codeSpanEnd, lastBackticks } from './code-span.ts';
import { unescapeMarkdown } from './entities.ts';
import { recognizeForeign } from './foreign-link.ts';
import type { Definitions, InlineLink, InlineRange, InlineResult, InlineStructure } from './inline-types.ts';
import { inlineTarget, type LinkTarget, labelEnd, MAX_LABEL, normalizeLabel } from './link-target.ts';
import { firstFrom } from './plain-text.ts';
import { residueEnd } from './residue.ts';

/** Most tags reported per run. */
const MAX_TAGS = 10;
/**
 * Most openers kept, which bounds the memory for a megabyte of `[`. One more opener drops the oldest. People nest two or three.
 */
const MAX_OPENERS = 1000;

/** Bracket that may open a link or an image. */
interface Opener {
  readonly at: number;
  readonly isImage: boolean;
  /** Number of links and broken links before the opener. */
  readonly links: number;
  readonly broken: number;
  /** True if another bracket opened inside, so the text between is not a label. */
  hasBracket: boolean;
}

/** Matches the start of any link or markup. Most lines of prose have none. */
const MAY_LINK = /[[<{【]|:\//;
/** Matches the start of any construct. */
const SPECIAL = /[\\`<![\]:{【]/g;
const PLAIN = { fault: null, angled: false, titled: false } as const;
const NOTHING: InlineResult = { links: [], broken: [], images: [], tags: [] };

/**
 * Finds all CommonMark links of `text` from `from` to `to`, and all bare http(s) URLs. Linear: reads each position a
 * constant number of times.
 */
export function scanInline(text: string, from: number, to: number, definitions: Definitions): InlineResult {
  return MAY_LINK.test(text.slice(from, to)) ? new InlineScan(text, from, to, definitions).run() : NOTHING;
}

export function listStructures({ links, images }: InlineResult): readonly InlineStructure[] {
  return images.length === 0 ? links : [...links, ...images].sort(byStart);
}

function byStart(a: InlineRange, b: InlineRange): number {
  return a.start - b.start;
}

class InlineScan {
  readonly #text: string;
  readonly #from: number;
  readonly #to: number;
  readonly #definitions: Definitions;
  readonly #links: InlineLink[] = [];
  readonly #broken: InlineRange[] = [];
  readonly #images: InlineStructure[] = [];
  readonly #tags: InlineRange[] = [];
  #openers: Opener[] = [];
  /** Openers below this index cannot open links, because a link ended after them and links cannot contain links. */
  #inactiveBelow = 0;
  /** Opener of the last `[text]` that is not a link. */
  #unused: Opener | null = null;
  /** Null before the first backtick. */
  #lastBackticks: Map<number, number> | null = null;
  readonly #angleMemory: AngleMemory = new Set();

  constructor(text: string, from: number, to: number, definitions: Definitions) {
    this.#text = text;
    this.#from = from;
    this.#to = to;
    this.#definitions = definitions;
  }

  run(): InlineResult {
    for (let at = this.#next(this.#from); at < this.#to; ) at = this.#next(this.#step(at));
    if (this.#images.length > 1) this.#images.sort(byStart);
    const links = recognizeForeign(this.#text, this.#from, this.#to, this.#links);
    const broken = this.#broken.filter(({ start, end }) => (links[firstFrom(links, start)]?.start ?? end) >= end);
    return { links, broken, images: this.#images, tags: this.#tags };
  }

  /** Returns the offset of the next character that may start a construct. It may be after the end of the range. */
  #next(at: number): number {
    SPECIAL.lastIndex = at;
    return SPECIAL.test(this.#text) ? SPECIAL.lastIndex - 1 : this.#to;
  }

  /** Reads the construct at `at`. Returns the offset after the construct. */
  #step(at: number): number {
    const text = this.#text;
    switch (text.charCodeAt(at)) {
      case BACKSLASH:
        return at + (isPunctuation(text.charCodeAt(at + 1)) ? 2 : 1);
      case BACKTICK:
        return this.#skipCode(at);
      case LESS_THAN:
        return this.#angle(at);
      case EXCLAMATION_MARK:
        if (text.charCodeAt(at + 1) !== OPEN_BRACKET || at + 1 >= this.#to) return at + 1;
        this.#open(at, true);
        return at + 2;
      case OPEN_BRACKET:
        return this.#residue(at) ?? this.#openLink(at);
      case CLOSE_BRACKET:
        return this.#close(at);
      case COLON:
        return this.#bareUrl(at) ?? this.#residue(at) ?? at + 1;
      default:
        return this.#residue(at) ?? at + 1;
    }
  }

  #open(at: number, isImage: boolean): void {
    const last = this.#openers.at(-1);
    if (last !== undefined) last.hasBracket = true;
    if (this.#openers.length >= MAX_OPENERS) {
      this.#openers = this.#openers.slice(MAX_OPENERS / 2);
      this.#inactiveBelow = Math.max(0, this.#inactiveBelow - MAX_OPENERS / 2);
    }
    const [links, broken] = [this.#links.length, this.#broken.length];
    this.#openers.push({ at, isImage, links, broken, hasBracket: false });
  }

  /** Opens a link. The citation of a chat may precede the name. */
  #openLink(at: number): number {
    this.#open(at, false);
    return this.#residue(at + 1) ?? at + 1;
  }

  /** Skips markup that is not Markdown, like an image without text. */
  #residue(at: number): number | null {
    let before = Math.max(this.#links.at(-1)?.end ?? 0, this.#images.at(-1)?.end ?? 0);
    while (isEmphasis(this.#text.charCodeAt(before))) before++;
    const end = residueEnd(this.#text, at, this.#to, before === at);
    if (end < 0) return null;
    this.#images.push({ start: at, end, textStart: end, textEnd: end });
    return end;
  }

  #skipCode(at: number): number {
    const length = runLength(this.#text, at, this.#to, BACKTICK);
    this.#lastBackticks ??= lastBackticks(this.#text, at, this.#to);
    const end = codeSpanEnd(this.#text, at, length, this.#to, this.#lastBackticks);
    return (end < 0 ? at : end) + length;
  }

  #angle(at: number): number {
    const angle = scanAngle(this.#text, at, this.#to, this.#angleMemory);
    if (angle === null) return at + 1;
    const { kind, end } = angle;
    if (kind === 'html') {
      const isDeclaration = this.#text.charCodeAt(at + 1) === EXCLAMATION_MARK;
      if (this.#tags.length < MAX_TAGS && !isDeclaration) this.#tags.push({ start: at, end });
      return end;
    }
    const [textStart, textEnd] = [at + 1, end - 1];
    const address = this.#text.slice(textStart, textEnd);
    const href = kind === 'email' ? `mailto:${address}` : address;
    this.#links.push({ ...PLAIN, form: 'autolink', start: at, end, textStart, textEnd, href });
    return end;
  }

  #bareUrl(colon: number): number | null {
    const range = bareUrlAt(this.#text, colon, this.#from, this.#to);
    if (range === null) return null;
    const { start, end } = range;
    const href = unescapeMarkdown(this.#text.slice(start, end));
    this.#links.push({ ...PLAIN, form: 'bare', start, end, textStart: start, textEnd: end, href });
    return end;
  }

  #close(at: number): number {
    const opener = this.#openers.pop();
    if (opener === undefined) return this.#closeUnopened(at);
    const index = this.#openers.length;
    const isInactive = !opener.isImage && index < this.#inactiveBelow;
    if (this.#inactiveBelow > index) this.#inactiveBelow = index;
    if (isInactive) return at + 1;
    const textStart = opener.at + (opener.isImage ? 2 : 1);
    const target = this.#findTarget(opener, textStart, at);
    if (target === null) return opener.isImage ? at + 1 : this.#closeBroken(opener, at);
    this.#broken.length = opener.broken;
    const { form, end, href, angled, titled } = target;
    if (opener.isImage) {
      // The text of an image is its alternative text, so links in it do not count.
      this.#links.length = opener.links;
      this.#images.push({ start: opener.at, end, textStart, textEnd: at });
      return end;
    }
    this.#dropUnwritten(opener.links);
    this.#links.push({ form, fault: null, start: opener.at, end, textStart, textEnd: at, href, angled, titled });
    this.#inactiveBelow = index;
    return end;
  }

  /** Handles `[text]` that Markdown does not parse but may be meant as a link. */
  #closeBroken(opener: Opener, close: number): number {
    const target = brokenTarget(this.#text, opener.at + 1, close, this.#to);
    if (target !== null) return this.#addBroken(opener, close, target);
    this.#unused = opener;
    const isCall = close + 1 < this.#to && this.#text.charCodeAt(close + 1) === OPEN_PARENTHESIS;
    const end = isCall ? brokenTargetEnd(this.#text, close + 1, this.#to) : -1;
    if (end > 0) this.#broken.push({ start: opener.at, end });
    return close + 1;
  }

  /** Handles `[one ] bracket](url)`, whose first bracket closes the name too early. */
  #closeUnopened(close: number): number {
    const opener = this.#unused;
    const target = opener === null ? null : unopenedTarget(this.#text, close, this.#to);
    if (opener === null || target === null) return close + 1;
    const name = this.#text.slice(opener.at, close);
    const isOneName = (this.#links.at(-1)?.end ?? 0) <= opener.at && !/[\r\n]/.test(name);
    return isOneName ? this.#addBroken(opener, /[^\\]\]$/.test(name) ? close - 1 : close, target) : close + 1;
  }

  #addBroken(opener: Opener, close: number, target: BrokenTarget): number {
    this.#unused = null;
    this.#broken.length = opener.broken;
    this.#dropUnwritten(opener.links);
    this.#links.push({
      ...PLAIN,
      ...target,
      form: 'broken',
      start: opener.at,
      textStart: opener.at + 1,
      textEnd: close,
    });
    return target.end;
  }

  /** Drops the inner link if the name of a link is its URL, because a link contains no link. */
  #dropUnwritten(since: number): void {
    if (this.#links.length === since) return;
    const linksAround = this.#links.slice(since).filter(({ form }) => form !== 'bare' && form !== 'broken');
    this.#links.length = since;
    for (const link of linksAround) this.#links.push(link);
  }

  /** Reads the target or reference after the bracket at `close`. */
  #findTarget(opener: Opener, textStart: number, close: number): LinkTarget | null {
    const text = this.#text;
    const next = close + 1 < this.#to ? text.charCodeAt(close + 1) : 0;
    if (next === OPEN_PARENTHESIS) {
      const inline = inlineTarget(text, close + 1, this.#to);
      if (inline !== null) return inline;
    }
    return this.#definitions.size > 0 ? this.#findReference(opener, textStart, close, next) : null;
  }

  /** CommonMark 6.3: `[text][label]`, `[label][]` or `[label]`. */
  #findReference(opener: Opener, textStart: number, close: number, next: number): LinkTarget | null {
    const text = this.#text;
    let end = close + 1;
    let label = '';
    if (next === OPEN_BRACKET) {
      const closing = labelEnd(text, close + 1, this.#to);
      if (closing > 0) {
        label = text.slice(close + 2, closing);
        end = closing + 1;
      }
    }
    if (label.trim() === '') {
      label = !opener.hasBracket && close - textStart <= MAX_LABEL ? text.slice(textStart, close) : '';
    }
    const href = label === '' ? undefined : this.#definitions.get(normalizeLabel(label));
    return href === undefined ? null : { form: 'reference', href, end, angled: false, titled: false };
  }
}
