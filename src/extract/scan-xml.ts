export type XmlPiece =
  /** Tag of the file. `attributes` is the raw text of a start tag, cut at a limit. */
  | { readonly kind: 'tag'; readonly name: string; readonly end: boolean; readonly attributes: string }
  | { readonly kind: 'text'; readonly text: string };

/** Section that ends at a terminator: a comment, a declaration, text to the end of a tag, or CDATA. */
interface Section {
  readonly terminator: string;
  /** True for CDATA, whose content is text. */
  readonly isText: boolean;
  /** Name of a start tag whose `/>` also ends the element. Null for other sections. */
  readonly startTag: string | null;
  attributes: string;
}

/** Most characters of attributes. URLs in attributes are shorter. */
const MAX_ATTRIBUTES_CHARS = 4_096;

/** Characters after `<` that suffice to identify the section and the tag name. */
const HEAD_CHARS = 120;
const TAG = /^<(\/?)([\p{L}_][\w.:-]{0,100})/u;
/** Matches the start of a reference that may be split between two parts. The longest reference is `&#1114111;`. */
const UNFINISHED_REFERENCE = /&[#\w]{0,10}$/;

/**
 * Emits the tags and texts of an XML file in order, without a tree. Reads the file in parts and buffers only the start of a tag.
 * A text may come in several pieces. Needs linear time and never throws. Expands no entities of the file. Skips comments,
 * declarations and processing instructions. `<a/>` emits a start and an end.
 */
export class XmlScanner {
  #kept = '';
  #section: Section | null = null;

  /** @param isLast true for the last part */
  *scan(part: string, isLast = false): Generator<XmlPiece> {
    const xml = this.#kept + part;
    let at = 0;
    while (at < xml.length) {
      const section = this.#section;
      if (section) {
        const close = xml.indexOf(section.terminator, at);
        // Keep the last characters, because they may start the terminator.
        const stop = close >= 0 ? close : Math.max(at, xml.length - section.terminator.length);
        if (section.isText && stop > at) yield { kind: 'text', text: xml.slice(at, stop) };
        if (section.startTag) {
          section.attributes += xml.slice(at, stop).slice(0, MAX_ATTRIBUTES_CHARS - section.attributes.length);
        }
        at = stop;
        if (close < 0) break;
        if (section.startTag) yield* startTag(section.startTag, section.attributes, xml[close - 1] === '/');
        at += section.terminator.length;
        this.#section = null;
      } else if (xml[at] === '<') {
        const head = xml.slice(at, at + HEAD_CHARS);
        if (head.length < HEAD_CHARS && !head.includes('>') && !isLast) break;
        const name = TAG.exec(head);
        if (name?.[1] === '/') yield { kind: 'tag', name: name[2] ?? '', end: true, attributes: '' };
        this.#section = toSection(head, name);
        at += name ? name[0].length : this.#section.isText ? CDATA.length : 1;
      } else {
        const open = xml.indexOf('<', at);
        const stop = open >= 0 ? open : isLast ? xml.length : textEnd(xml);
        if (stop <= at) break;
        yield { kind: 'text', text: decodeXml(xml.slice(at, stop)) };
        at = stop;
      }
    }
    this.#kept = xml.slice(at);
  }
}

function* startTag(name: string, attributes: string, isEmpty: boolean): Generator<XmlPiece> {
  yield { kind: 'tag', name, end: false, attributes };
  if (isEmpty) yield { kind: 'tag', name, end: true, attributes: '' };
}

/** Returns the value of an attribute in the text of a start tag, or null. */
export function findAttribute(attributes: string, name: 'href' | 'rel'): string | null {
  const [, double, single] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes) ?? [];
  const value = double ?? single;
  return value === undefined ? null : decodeXml(value);
}

const CDATA = '<![CDATA[';

function toSection(head: string, name: RegExpExecArray | null): Section {
  if (head.startsWith(CDATA)) return { terminator: ']]>', isText: true, startTag: null, attributes: '' };
  if (head.startsWith('<!--')) return { terminator: '-->', isText: false, startTag: null, attributes: '' };
  const startTag = name?.[1] === '' ? (name[2] ?? null) : null;
  return { terminator: '>', isText: false, startTag, attributes: '' };
}

function textEnd(xml: string): number {
  const reference = UNFINISHED_REFERENCE.exec(xml.slice(-12));
  return reference ? xml.length - reference[0].length : xml.length;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
