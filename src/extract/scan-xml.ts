export type XmlPiece =
  /** `attributes`: of a start tag, as written, without the characters above a limit. */
  | { readonly kind: 'tag'; readonly name: string; readonly end: boolean; readonly attributes: string }
  | { readonly kind: 'text'; readonly text: string };

/** What goes on until its terminator, however far away that is: a comment, a declaration, the rest of a tag, or CDATA. */
interface Section {
  readonly terminator: string;
  /** CDATA: what is inside is text. */
  readonly isText: boolean;
  /** The name of a start tag, which `/>` ends at once. */
  readonly startTag: string | null;
  attributes: string;
}

/** Addresses in attributes are shorter. */
const MAX_ATTRIBUTES_CHARS = 4_096;

/** So much after a `<` shows which section it begins, and the name of a tag. */
const HEAD_CHARS = 120;
const TAG = /^<(\/?)([\p{L}_][\w.:-]{0,100})/u;
/** A reference such as `&#1114111;` may be divided between two parts of the file. */
const UNFINISHED_REFERENCE = /&[#\w]{0,10}$/;

/**
 * The tags and texts of an XML file in order, without building a tree. Takes the file in parts and keeps no more of them than the start
 * of a tag; a text may come in several pieces. Total and linear; entities that the file defines are never expanded. Comments,
 * declarations and processing instructions are skipped; `<a/>` gives a start and an end.
 */
export class XmlScanner {
  #kept = '';
  #section: Section | null = null;

  /** @param isLast nothing follows */
  *scan(part: string, isLast = false): Generator<XmlPiece> {
    const xml = this.#kept + part;
    let at = 0;
    while (at < xml.length) {
      const section = this.#section;
      if (section) {
        const close = xml.indexOf(section.terminator, at);
        // The last characters may be the beginning of the terminator, or the slash before it.
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
        this.#section = sectionOf(head, name);
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

/** The value of an attribute in the text of a start tag, or null. */
export function attributeOf(attributes: string, name: 'href' | 'rel'): string | null {
  const [, double, single] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes) ?? [];
  const value = double ?? single;
  return value === undefined ? null : decodeXml(value);
}

const CDATA = '<![CDATA[';

function sectionOf(head: string, name: RegExpExecArray | null): Section {
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
