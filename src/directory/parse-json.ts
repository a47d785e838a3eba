/** Parses JSON, and ignores a byte-order mark (RFC 8259 §8.1). Returns null if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}
