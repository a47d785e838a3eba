/** Returns null if the text is not JSON. Ignores a byte-order mark (RFC 8259 §8.1). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}
