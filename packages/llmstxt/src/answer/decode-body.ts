import { countBytes } from '../parser/text-size.ts';
import type { DecodedBody } from '../types/lint.ts';

/**
 * Total: any bytes give a text. UTF-16 is read only where its byte-order mark says so; all else is UTF-8 with damage
 * shown as U+FFFD, because the header's charset is wrong more often than the bytes are.
 */
export function decodeBody(body: Uint8Array | string): DecodedBody {
  if (typeof body === 'string') {
    return { text: body, encoding: 'typed', bytes: countBytes(body), damaged: false };
  }
  const encoding = encodingOf(body);
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(body);
  return { text, encoding, bytes: body.length, damaged: text.includes('\uFFFD') };
}

function encodingOf(body: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
