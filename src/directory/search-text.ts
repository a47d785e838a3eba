import { domainToASCII } from 'node:url';
import { parseDomainName } from './domain-name.ts';

/** One word outside ASCII, without anything that means something in a query. */
const FOREIGN_WORD = /^(?!-)(?=.*[^\p{ASCII}])[\p{L}\p{M}\p{N}-]+$/u;

/**
 * What the store is to look for when somebody has typed `query`. Domains are kept in one form, so of a URL or another spelling
 * of a domain that form is meant; a word outside ASCII may be the label of a domain, which is kept as its A-label.
 */
export function searchTextOf(query: string): string {
  const text = query.trim();
  const domain = domainMeantBy(text);
  if (domain !== null) return domain;
  if (FOREIGN_WORD.test(text)) {
    const label = domainToASCII(text);
    if (label !== '') return `${text} or ${label}`;
  }
  return text.replace(/^www\.(?=\S+$)/i, '');
}

/** The domain that the whole query is, as its name or a URL; null where it is none. */
export function domainMeantBy(query: string): string | null {
  const parsed = parseDomainName(query, { form: 'name-or-url', reserved: true });
  if (parsed.ok) return parsed.domain;
  // People leave out the scheme of a URL.
  const url = /^[^\s/?#@]+\.[^\s/?#@]+[/?#]\S*$/.test(query) ? `https://${query}` : null;
  const fromUrl = url === null ? parsed : parseDomainName(url, { form: 'name-or-url', reserved: true });
  return fromUrl.ok ? fromUrl.domain : null;
}
