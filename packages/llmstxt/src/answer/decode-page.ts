import { findDeclaredEncoding } from './find-declared-encoding.ts';
import { findEncoding } from './find-encoding.ts';

/**
 * Decodes an HTML response by its byte-order mark, its `Content-Type`, the encoding in the page, or UTF-8, in this
 * order. Ignores unknown labels. Never throws. https://html.spec.whatwg.org/#determining-the-character-encoding
 */
export function decodePage(body: Uint8Array, contentType?: string): string {
  const encoding = byMark(body) ?? byContentType(contentType ?? '') ?? findDeclaredEncoding(body) ?? 'utf-8';
  return new TextDecoder(encoding).decode(body);
}

function byMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

/**
 * Returns the charset of a Content-Type header. The last field counts, as in
 * https://fetch.spec.whatwg.org/#concept-header-extract-mime-type.
 */
function byContentType(contentType: string): string | null {
  // A quoted value of another parameter may contain any text.
  const own = contentType.replace(/(?<!charset\s*=\s*)"(?:[^"\\]|\\.)*"/gi, '');
  const encodings = own.split(',').map((type) => {
    const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|'?([^\s;'"]*))/i.exec(type) ?? [];
    return findEncoding(quoted ?? plain ?? '');
  });
  return encodings.findLast((encoding) => encoding !== null) ?? null;
}
