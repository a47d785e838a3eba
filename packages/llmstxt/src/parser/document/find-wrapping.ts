/** Wrapping around a whole file, with the unwrapped text, or null if unwrapping is not safe. */
export interface Wrapping {
  readonly kind: 'fence' | 'html' | 'indent' | 'prefix' | 'quote' | 'escape' | 'line';
  readonly text: string | null;
}

/** Most characters before a fence with a heading. A chat writes a sentence or two first. */
const MAX_PREAMBLE = 500;
/** Matches a fence before a heading. A label with `#` is a heading, which unwrapping would lose. */
const OPEN = /^([ \t]{0,20}(?:`{3,20}|~{3,20}))[^`#\r\n]{0,80}(?:\r\n|\n|\r)\s{0,20}(?=#{1,2}[ \t])/m;
const TITLE = /^#{1,2}[ \t]*\S/;
const SECTION = /^(?:#{2,6} |[-*] \[)/;
const HTML_OPEN =
  /^\s{0,20}(?:<!--|(?:<[a-z][a-z\d-]{0,20}(?:\s[^<>\n]{0,200})?>\s{0,20}){1,6})\s{0,20}(?=#{1,2}[ \t]*\S)/i;
const HTML_CLOSE = /(?:\s{0,20}(?:-->|<\/[a-z]{1,20}>)){1,6}\s*$/i;
/** Escaped line feeds of program texts and HTML. The lookbehind keeps the time linear. */
const ESCAPED = /(?<!\\)\\+(?:r\\+)?n|<br ?\/?>|&#(?:10|xa);|%0A/gi;
/** Matches blank lines, and the indentation or quote mark of the first line with text. */
const AT_START = /^(\uFEFF?(?:[ \t]*\r?\n)*)( {4,}|\t+|[\xA0\u3000]+|>(?= ?#))/;
const BELOW_TITLE = /^(\s*\S.*\n(?:[ \t]*\r?\n)*)( {4,}|\t+)\S/;
/** Prefix of a line: a number, or the mark of a diff or comment. */
const PREFIX = /^\s{0,20}(?:\d{1,6}\s?[.:|)]?|\+|\/\/)(?:\s|(?=[#>-])|$)/;
const LINE_END = /[\r\n]/;
/** Quotes around a text. The limit keeps the time linear for a text of quotes. */
const QUOTED = /^(?:[\w .]+[=( ] ?)?(["'`]{1,20})([\s\S]*)\1\)?;?$/;

/**
 * Finds the wrapping of a whole file, or its escaped line ends. `hasTitle` is true if a heading exists despite the
 * wrapping.
 */
export function findWrapping(text: string, hasTitle: boolean): Wrapping | null {
  return (
    (hasTitle ? null : (findFence(text) ?? findHtml(text))) ??
    findEscapes(text, hasTitle) ??
    findIndent(text, hasTitle) ??
    (hasTitle ? null : findPrefix(text))
  );
}

/** Finds a pasted chat fence around most of the file. */
function findFence(text: string): Wrapping | null {
  const head = text.slice(0, MAX_PREAMBLE);
  const [open = '', fence = ''] = OPEN.exec(head) ?? [];
  if (fence === '') return null;
  const start = head.indexOf(open);
  const from = start + open.length;
  const last = text.lastIndexOf(`\n${fence}`);
  const after = last < from ? text.length : last + 1 + fence.length;
  const inner = text.slice(from, last < from ? text.length : last + 1);
  if (start + text.length - after > inner.length) return null;
  // Require pairs of inner fences, because otherwise the closing fence is unknown.
  const isSafe = /^[ \t]*(?:[\r\n]|$)/.test(text.slice(after)) && inner.split(`\n${fence}`).length % 2 === 1;
  if (!isSafe) return { kind: 'fence', text: null };
  const unwrapped = `${text.slice(0, start)}${inner}\n${text.slice(after).trimStart()}`;
  return { kind: 'fence', text: `${unwrapped.trimEnd()}\n` };
}

/** Finds an HTML element or comment around the file. */
function findHtml(text: string): Wrapping | null {
  const open = HTML_OPEN.exec(text)?.[0];
  if (open === undefined) return null;
  const inner = text.slice(open.length).replace(HTML_CLOSE, '');
  // Do not decode if this could change examples in the text. Tags may be around each line.
  return { kind: 'html', text: /&[#lga]|<\/\w{1,20}>\s*$/m.test(inner) ? null : `${inner.trim()}\n` };
}

function findEscapes(text: string, hasTitle: boolean): Wrapping | null {
  const trimmed = text.trim();
  const [, mark = '', quoted = trimmed] = QUOTED.exec(trimmed) ?? [];
  const body = quoted.trim();
  if (!TITLE.test(body)) return null;
  if (isEscaped(body)) return { kind: 'escape', text: `${withLineEnds(body).trim()}\n` };
  // Marks may be around each line.
  if (mark !== '' && !hasTitle) return { kind: 'quote', text: body.includes(`${mark}\n`) ? null : `${body}\n` };
  return !LINE_END.test(body) && /[^#]##\s/.test(body) ? { kind: 'line', text: null } : null;
}

/** Reports whether line ends are escaped. More than two per line are needed, because a text about line ends has fewer. */
function isEscaped(body: string): boolean {
  const escapes = body.match(ESCAPED)?.length ?? 0;
  return escapes > 1 && escapes > 2 * body.split(LINE_END).length;
}

function withLineEnds(text: string): string {
  return text
    .replace(ESCAPED, '\n')
    .replace(/\\t/g, '\t')
    .replace(/\\(["'`\\])/g, '$1');
}

/** Finds indentation that makes code of all lines, or all except the first, or a quote mark before each. */
function findIndent(text: string, hasTitle: boolean): Wrapping | null {
  const [, first = '', prefix = ''] = AT_START.exec(text) ?? BELOW_TITLE.exec(text) ?? [];
  if (prefix === '') return null;
  const lines = text.slice(first.length).split('\n');
  if (!lines.every((line) => line.trim() === '' || line.startsWith(prefix))) return null;
  const bare = lines.map((line) => line.slice(prefix.length).replace(prefix === '>' ? /^ / : '', ''));
  if (!bare.some((line) => (hasTitle ? SECTION : TITLE).test(line))) return null;
  return { kind: prefix === '>' ? 'prefix' : 'indent', text: first.replace(/\n[ \t]+/g, '\n') + bare.join('\n') };
}

/** Finds a number or mark before each line. */
function findPrefix(text: string): Wrapping | null {
  const lines = text.trimEnd().split('\n');
  const bare = lines.map((line) => line.replace(PREFIX, ''));
  const isPrefixed = TITLE.test(bare[0] ?? '') && lines.every((line, at) => line.trim() === '' || line !== bare[at]);
  return isPrefixed ? { kind: 'prefix', text: `${bare.join('\n')}\n` } : null;
}
