/** Link of a `Link` header, with its URL and its parameters by lowercase name. */
export interface HeaderLink {
  readonly href: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Most links read. Pages send dozens of preload links, and the useful links come first. */
const MAX_LINKS = 100;
const MAX_HEADER_CHARACTERS = 16_384;

const SEPARATORS = /[\s,]*/y;
const TARGET = /<([^<>]*)>/y;
/** Matches text after a value. A comma inside a quoted string does not end the link. */
const NEXT_PARAMETER = /(?:[^";,]|"(?:[^"\\]|\\.)*(?:"|\\?$))*;[\s;]*/sy;
const NAME = /([^\s=;,"<>]+)\s*(=\s*)?/y;
/** Matches a quoted string with quoted pairs (RFC 9110 §5.6.4). The closing quote is optional. */
const QUOTED = /"((?:[^"\\]|\\.)*)(?:"|\\?$)/sy;
const TOKEN = /[^\s;,"]*/y;
const OTHER = /(?:[^",]|"(?:[^"\\]|\\.)*(?:"|\\?$))*/sy;

/** Reads a `Link` header by RFC 8288 appendix B.2. Skips text that is not a link. */
export function parseLinkHeader(header: string): HeaderLink[] {
  const cursor = new Cursor(header.slice(0, MAX_HEADER_CHARACTERS));
  const links: HeaderLink[] = [];
  while (links.length < MAX_LINKS) {
    cursor.take(SEPARATORS);
    if (cursor.isAtEnd) break;
    const [, href] = cursor.take(TARGET) ?? [];
    if (href !== undefined) links.push({ href, parameters: readParameters(cursor) });
    // Skip to the comma, or one character if nothing else matches.
    if (!cursor.take(OTHER)?.[0] && href === undefined) cursor.skip();
  }
  return links;
}

function readParameters(cursor: Cursor): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  while (cursor.take(NEXT_PARAMETER)) {
    const [, name, equals] = cursor.take(NAME) ?? [];
    if (name === undefined) continue;
    const quoted = equals === undefined ? undefined : cursor.take(QUOTED)?.[1];
    const value = quoted?.replace(/\\(.)/gs, '$1') ?? (equals === undefined ? '' : (cursor.take(TOKEN)?.[0] ?? ''));
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, value);
  }
  return parameters;
}

class Cursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Matches a sticky pattern at the position and moves past the match. */
  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  skip(): void {
    this.#at += 1;
  }
}
