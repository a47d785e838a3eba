import type { LlmsDocument } from '../types/document.ts';
import { readFile } from './read-file.ts';

export interface ParseOptions {
  /** The final URL of the file; without it relative links keep `url: null`. */
  readonly url?: string | undefined;
  /** Size of the body when the text was decoded from bytes; counted from the text otherwise. */
  readonly bytes?: number | undefined;
}

/**
 * Reads an llms.txt as people publish it. Total: any text gives a document, in time and memory that follow its length.
 * Where the proposal (https://llmstxt.org) and the reference parser disagree, this follows the proposal and CommonMark.
 */
export function parse(text: string, options: ParseOptions = {}): LlmsDocument {
  const { url, bytes } = options;
  return readFile(text, { url, bytes }).document;
}
