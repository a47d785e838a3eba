import { countBytes } from '../parser/text-size.ts';
import type { DecodedBody } from '../types/lint.ts';

/**
 * Decodes a body. Never throws. Reads UTF-16 only after its byte-order mark, and all other bodies as UTF-8 with U+FFFD
 * for invalid bytes, because the header's charset is often wrong.
 */
export function decodeBody(body: Uint8Array | string): DecodedBody {
  if (typeof body === 'string') {
    return { text: body, encoding: 'typed', bytes: countBytes(body), damaged: false };
  }
  const encoding = detectEncoding(body);
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(body);
  return { text, encoding, bytes: body.length, damaged: text.includes('\uFFFD') };
}

function detectEncoding(body: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
