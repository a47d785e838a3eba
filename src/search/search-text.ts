import { type LlmsDocument, parse } from '#llmstxt';
import { isBorrowed, linksToSite } from '../directory/scoring/borrowed.ts';
import type { DomainState } from '../directory/state.ts';

/** Most characters of prose. More characters did not improve 194 judged queries. */
const MAX_PROSE_CHARACTERS = 1_000;
/** Most characters read for the prose. */
const MAX_READ_CHARACTERS = 50_000;
/** Most characters read of a stored text, because parsing takes about 60 ms per MiB. */
const MAX_STORED_CHARACTERS = 256 * 1024;

export interface SearchText {
  /** First sentences of the file. */
  readonly prose: string;
  /** Section and link names, in file order. */
  readonly names: readonly string[];
  readonly notes: readonly string[];
}

export const NO_TEXT: SearchText = { prose: '', names: [], notes: [] };

/** Text of a site's file, or null without a file, with the data about its URL. */
type StoredText = Pick<DomainState, 'domain' | 'llms_txt' | 'cross_domain_redirect'> & { readonly text: string | null };

/** Reads a stored file like a visit. A borrowed file has no words and no links. */
export function readStored({ domain, llms_txt, cross_domain_redirect, ...stored }: StoredText) {
  const text = (stored.text ?? '').slice(0, MAX_STORED_CHARACTERS);
  const leaves = cross_domain_redirect === true;
  // Resolve relative links of a file on another domain at that domain.
  const document = parse(text, { url: leaves ? undefined : (llms_txt ?? undefined) });
  // Check `leaves` first, because most files stay on their domain and the links need not be compared.
  return leaves && isBorrowed(leaves, { linksToSite: linksToSite(domain, document) })
    ? { document: parse(''), searchText: NO_TEXT }
    : { document, searchText: toSearchText(text, document) };
}

const FENCE = /^[ \t]*(?:```|~~~).*$/m;
/** Matches the start of a heading, a table, HTML or a list item with a link. */
const OTHER_THAN_PROSE = /^\s*(?:[#|<]|(?:[-*+]\s*)?\[[^\]]*\]\()/;

export function toSearchText(text: string, { sections, links }: Pick<LlmsDocument, 'sections' | 'links'>): SearchText {
  const named = [...sections, ...links].toSorted((a, b) => a.span.start - b.span.start);
  return {
    prose: findProse(text),
    names: named.map(({ title }) => title),
    notes: links.flatMap((link) => link.notes ?? []),
  };
}

function findProse(text: string): string {
  const outsideCode = text
    .slice(0, MAX_READ_CHARACTERS)
    .split(FENCE)
    .filter((_, at) => at % 2 === 0);
  return outsideCode
    .flatMap((part) => part.split(/[\r\n]+/))
    .filter((line) => !OTHER_THAN_PROSE.test(line))
    .join(' ')
    .replace(/!?\[([^[\]]{0,300})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/[*_`>#\s-]+/g, ' ')
    .trim()
    .slice(0, MAX_PROSE_CHARACTERS)
    .toWellFormed();
}
