import { type LlmsDocument, parse } from '#llmstxt';
import { isBorrowed, linksToSite } from '../directory/scoring/borrowed.ts';
import { type SearchText, searchTextOf } from './search-text.ts';

interface StoredText {
  readonly domain: string;
  /** Where the text was read. */
  readonly llms_txt: string | null;
  readonly cross_domain_redirect: boolean | null;
  readonly text: string;
}

/** What a site may be found by of its stored text. */
export interface OwnText {
  readonly text: string;
  readonly document: LlmsDocument;
}

/** What is searched of a stored text. */
export function searchTextOfStored(stored: StoredText): SearchText {
  const { text, document } = readOwnText(stored);
  return searchTextOf(text, document);
}

/** Reads a stored text again, as a visit has read it. A borrowed file lends no words: its text is empty. */
export function readOwnText({ domain, llms_txt, cross_domain_redirect, text }: StoredText): OwnText {
  const leaves = cross_domain_redirect === true;
  // Relative links of a file on another domain lead to that domain.
  const document = parse(text, { url: leaves ? undefined : (llms_txt ?? undefined) });
  return isBorrowed(leaves, { linksToSite: linksToSite(domain, document) })
    ? { text: '', document: parse('') }
    : { text, document };
}
