/** A `<meta charset>` must stand in the first 1,024 bytes. https://html.spec.whatwg.org/#charset */
const PRESCAN_BYTES = 1_024;
const CHARSET = /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;

/** The text of an HTML response: by byte-order mark, then `Content-Type`, then its own `<meta>`, else UTF-8. Never throws. */
export function decodePage(body: Uint8Array, contentType: string | undefined): string {
  const label = byMark(body) ?? CHARSET.exec(contentType ?? '')?.[1] ?? CHARSET.exec(latin1Head(body))?.[1];
  return decoderFor(label ?? 'utf-8').decode(body);
}

function byMark([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb ? 'utf-8' : null;
}

function latin1Head(body: Uint8Array): string {
  return String.fromCharCode(...body.subarray(0, PRESCAN_BYTES));
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    // An unknown label: browsers fall back too, and UTF-8 is what nearly every page is.
    return new TextDecoder('utf-8');
  }
}
