import { parseUrl } from '../parser/parse-url.ts';
import type { LlmsFile } from '../types/file.ts';
import { indexOrEnd, type TextLine } from './lines.ts';

/** A link, a plain address or a path, where it stands. */
export interface Address {
  /** The link's name; empty for an address that stands without one. */
  readonly name: string;
  /** Absolute URL, or the path or address as written. */
  readonly target: string;
  /** Offsets of the whole link in the text. */
  readonly start: number;
  readonly end: number;
  /** The notes of a list item as the parser read them. */
  readonly notes: string | null;
}

/** An image or an end tag, which are no pages, or anything that could be an address. */
const TOKEN = /!\[[^[\]]*\]\([^)]*|<\/[a-z][a-z\d-]*>|[^\s()`"'|,;<>]+/g;
const EDGES = /^[*_[\]]+|[*_[\].:!?]+$/g;
const PATH = /^\/[\p{L}\p{N}_{[:@$%~*-][^/]/u;
/** The parser does not look for addresses in code. */
const ADDRESS = /^(?:https?:\/\/|www\.)[^/]+/i;
/** Directives of robots.txt name paths that nobody is meant to open. */
const DIRECTIVE = /^[\s#>*-]*(?:dis)?allow\s*:/i;
/** Characters of one line that are read. */
const MAX_LINE = 2_000;

/** Finds the paths (`/pricing`, `GET /v1/sites`) of a line without links, and addresses in code or without a scheme. */
export function pathFinder({ text, url }: LlmsFile): (line: TextLine) => readonly Address[] {
  const toTarget = targetReader(url);
  let slash = -1;
  return ({ start, end }) => {
    // Most lines have no slash; one search serves all lines up to the next.
    if (slash < start) slash = indexOrEnd(text, '/', start);
    if (slash >= end) return [];
    const line = text.slice(start, Math.min(end, start + MAX_LINE));
    if (DIRECTIVE.test(line)) return [];
    return [...line.matchAll(TOKEN)].flatMap(({ 0: token, index }) => {
      const target = toTarget(token.replace(EDGES, ''));
      return target === null
        ? []
        : [{ name: '', target, start: start + index, end: start + index + token.length, notes: null }];
    });
  };
}

/** Reads a token as an address: null where it is none. Of other sites only those with a scheme or `www.` are taken. */
function targetReader(fileUrl: string | null): (token: string) => string | null {
  const file = fileUrl === null ? null : parseUrl(fileUrl);
  const ownHost = file === null ? null : `${file.host.replace(/^www\./, '')}/`;
  return (token) => {
    if (PATH.test(token)) return file === null ? token : `${file.origin}${token}`;
    if (ADDRESS.test(token)) return token.toLowerCase().startsWith('www.') ? `https://${token}` : token;
    return ownHost !== null && token.startsWith(ownHost) ? `https://${token}` : null;
  };
}
