/** A pattern skips ASCII text much faster than a loop. */
const BEYOND_ASCII = /[^\0-\x7F]+/g;

/**
 * Estimates the tokens of a text for a language model. A token has about four characters of Latin text, two of another
 * alphabet, or one of Chinese, Japanese and Korean. On prose the estimate is within about 15 % of common tokenizers. URLs need
 * more tokens than estimated.
 */
export function estimateTokens(text: string): number {
  let alphabetic = 0;
  let ideographs = 0;
  for (const [run] of text.matchAll(BEYOND_ASCII)) {
    for (let at = 0; at < run.length; at++) {
      if (run.charCodeAt(at) < 0x2e80) alphabetic++;
      else ideographs++;
    }
  }
  const ascii = text.length - alphabetic - ideographs;
  return Math.ceil(ascii / 4 + alphabetic / 2 + ideographs);
}

export function countBytes(text: string): number {
  let bytes = text.length;
  for (const [run] of text.matchAll(BEYOND_ASCII)) {
    // Count four bytes for a surrogate pair and three for a lone surrogate, which becomes U+FFFD.
    for (const character of run) bytes += character < '\u0800' ? 1 : 2;
  }
  return bytes;
}
