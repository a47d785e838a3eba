import { findEncoding } from './find-encoding.ts';

/** Number of bytes in which the HTML standard searches a declaration. https://html.spec.whatwg.org/#charset */
const PRESCAN_BYTES = 1_024;

/**
 * Returns the encoding that an HTML page declares in a meta element or an XML declaration, or null. Comments and other elements do
 * not count. https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding
 */
export function findDeclaredEncoding(body: Uint8Array): string | null {
  const head = String.fromCharCode(...body.subarray(0, PRESCAN_BYTES));
  if (head.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (head.startsWith('\0<\0?\0x')) return 'utf-16be';
  return findMetaEncoding(head) ?? findXmlEncoding(head);
}

const META = /<meta(?=[\s/])/iy;
const TAG = /<\/?[a-z][^\s>]*/iy;
/** Matches a doctype, a processing instruction or a broken tag, which are skipped. */
const BOGUS = /<[!/?][^>]*>?/y;

function findMetaEncoding(head: string): string | null {
  for (let at = head.indexOf('<'); at >= 0; at = head.indexOf('<', at)) {
    if (head.startsWith('<!--', at)) {
      // `<!-->` is a complete comment.
      const end = head.indexOf('-->', at + 2);
      if (end < 0) return null;
      at = end + 3;
      continue;
    }
    const isMeta = matchAt(META, head, at) !== null;
    const start = matchAt(TAG, head, at);
    if (start === null) {
      at += matchAt(BOGUS, head, at)?.length ?? 1;
      continue;
    }
    const { attributes, end } = readAttributes(head, at + (isMeta ? '<meta'.length : start.length));
    // Stop at an incomplete tag, because the declaration may continue after these bytes.
    if (end >= head.length) return null;
    const encoding = isMeta ? encodingOfMeta(attributes) : null;
    if (encoding !== null) return encoding;
    at = end;
  }
  return null;
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*|=[^\s/>=]*)(?:\s*=\s*(?:"([^"]*)("|$)|'([^']*)('|$)|([^\s>]*)))?/y;

/** Reads attributes up to the end of the tag. Of attributes with equal names, the first counts. */
function readAttributes(head: string, start: number): { attributes: ReadonlyMap<string, string>; end: number } {
  const attributes = new Map<string, string>();
  ATTRIBUTE.lastIndex = start;
  let end = start;
  for (let match = ATTRIBUTE.exec(head); match; match = ATTRIBUTE.exec(head)) {
    end = ATTRIBUTE.lastIndex;
    const [, name = '', double, , single, , plain] = match;
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, (double ?? single ?? plain ?? '').toLowerCase());
  }
  const close = /[\s/]*/y;
  close.lastIndex = end;
  close.exec(head);
  return { attributes, end: close.lastIndex };
}

function encodingOfMeta(attributes: ReadonlyMap<string, string>): string | null {
  const charset = attributes.get('charset');
  const content = attributes.get('http-equiv') === 'content-type' ? attributes.get('content') : undefined;
  const label = charset ?? (content === undefined ? null : labelOfContent(content));
  return label === null ? null : readable(label);
}

/**
 * Returns the charset in a meta element's content.
 * https://html.spec.whatwg.org/#algorithm-for-extracting-a-character-encoding-from-a-meta-element
 */
function labelOfContent(content: string): string | null {
  const [, double, single, plain] = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"'][^\s;]*))/.exec(content) ?? [];
  return double ?? single ?? plain ?? null;
}

function findXmlEncoding(head: string): string | null {
  const [, declaration = ''] = /^<\?xml([^>]*)>/.exec(head) ?? [];
  const [, double, single] = /encoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(declaration) ?? [];
  return readable(double ?? single ?? '');
}

/** Corrects a declared encoding. A declaration that is readable byte by byte is not in UTF-16. */
function readable(label: string): string | null {
  const encoding = findEncoding(label);
  if (encoding === 'x-user-defined') return 'windows-1252';
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding;
}
