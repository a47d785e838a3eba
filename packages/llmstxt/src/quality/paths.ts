import { parseUrl } from '../parser/parse-url.ts';
import type { LlmsFile } from '../types/file.ts';
import { indexOrEnd, type TextLine } from './lines.ts';

export interface Address {
  readonly name: string;
  /** Absolute URL, or the path or URL as written. */
  readonly target: string;
  /** Offsets of the link in the text. */
  readonly start: number;
  readonly end: number;
  /** Notes of a list item, as the parser returned them. */
  readonly notes: string | null;
}

/** Matches an image or an end tag, which are skipped, or a possible URL. */
const TOKEN = /!\[[^[\]]*\]\([^)]*|<\/[a-z][a-z\d-]*>|[^\s()`"'|,;<>]+/g;
const EDGES = /^[*_[\]]+|[*_[\].:!?]+$/g;
const PATH = /^\/[\p{L}\p{N}_{[:@$%~*-][^/]/u;
/** Matches the start of a URL, because the parser skips URLs in code. */
const ADDRESS = /^(?:https?:\/\/|www\.)[^/]+/i;
/** Matches directives of robots.txt, because their paths are not pages. */
const DIRECTIVE = /^[\s#>*-]*(?:dis)?allow\s*:/i;
/** Most characters read of a line. */
const MAX_LINE = 2_000;

/** Finds paths (`/pricing`, `GET /v1/sites`) in a line without links, and URLs in code or without a scheme. */
export function pathFinder({ text, url }: LlmsFile): (line: TextLine) => readonly Address[] {
  const toTarget = targetReader(url);
  let slash = -1;
  return ({ start, end }) => {
    // Search once for all lines up to the next slash, because most lines have no slash.
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

/** Creates a reader that returns a token as a URL, or null. URLs on other sites need a scheme or `www.`. */
function targetReader(fileUrl: string | null): (token: string) => string | null {
  const file = fileUrl === null ? null : parseUrl(fileUrl);
  const ownHost = file === null ? null : `${file.host.replace(/^www\./, '')}/`;
  return (token) => {
    if (PATH.test(token)) return file === null ? token : `${file.origin}${token}`;
    if (ADDRESS.test(token)) return token.toLowerCase().startsWith('www.') ? `https://${token}` : token;
    return ownHost !== null && token.startsWith(ownHost) ? `https://${token}` : null;
  };
}
