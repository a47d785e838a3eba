/** Returns the name of the encoding that a label stands for, or null if there is none. https://encoding.spec.whatwg.org/#names-and-labels */
export function findEncoding(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
