/** Percent-encodes every octet, with uppercase digits. */
export function escapeOctets(octets: Uint8Array): string {
  return Array.from(octets, (octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/**
 * Percent-encodes the octets of a text that are not ASCII, as browsers do with URLs in fields. UTF-8 and Latin-1 both
 * keep their octets.
 * @param text one character for each octet, as Node reads fields
 */
export function escapeNonAscii(text: string): string {
  return text.replace(/[\x80-\xff]+/g, (octets) => escapeOctets(Buffer.from(octets, 'latin1')));
}
