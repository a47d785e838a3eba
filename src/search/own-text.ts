import { type LlmsDocument, parse } from '#llmstxt';
import { isBorrowed, linksToSite } from '../directory/scoring/borrowed.ts';
import { type SearchText, searchTextOf } from './search-text.ts';

interface StoredText {
  readonly domain: string;
  /** URL of the text. */
  readonly llms_txt: string | null;
  readonly cross_domain_redirect: boolean | null;
  readonly text: string;
}

/** Search text of a site's stored file. */
export interface OwnText {
  readonly text: string;
  readonly document: LlmsDocument;
}

/** Returns the search text of a stored file. */
export function searchTextOfStored(stored: StoredText): SearchText {
  const { text, document } = readOwnText(stored);
  return searchTextOf(text, document);
}

/** Parses a stored text like a visit. A borrowed file has no words, so its text is empty. */
export function readOwnText({ domain, llms_txt, cross_domain_redirect, text }: StoredText): OwnText {
  const leaves = cross_domain_redirect === true;
  // Relative links of a file on another domain resolve there.
  const document = parse(text, { url: leaves ? undefined : (llms_txt ?? undefined) });
  return isBorrowed(leaves, { linksToSite: linksToSite(domain, document) })
    ? { text: '', document: parse('') }
    : { text, document };
}
