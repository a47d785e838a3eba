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

/** Returns the size of a text in UTF-8, in bytes. */
export function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
