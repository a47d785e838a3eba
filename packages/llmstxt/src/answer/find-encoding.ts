/**
 * Returns the name of a label's encoding, or null for an unknown label.
 * https://encoding.spec.whatwg.org/#names-and-labels
 */
export function findEncoding(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
