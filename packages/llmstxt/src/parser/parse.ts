import type { LlmsDocument } from '../types/document.ts';
import { readFile } from './read-file.ts';

export interface ParseOptions {
  /** Final URL of the file. Without this URL, relative links have `url: null`. */
  readonly url?: string | undefined;
  /** Size of the undecoded body. Computed from the text if absent. */
  readonly bytes?: number | undefined;
}

/**
 * Parses a published llms.txt. Never throws. Time and memory are linear in the length. If the proposal
 * (https://llmstxt.org) and the reference parser disagree, this function follows the proposal and CommonMark.
 */
export function parse(text: string, options: ParseOptions = {}): LlmsDocument {
  const { url, bytes } = options;
  return readFile(text, { url, bytes }).document;
}
