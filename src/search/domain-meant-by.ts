import { parseDomainName } from '../directory/domain-name.ts';

/** Returns the domain if the whole query is a domain or URL, or null. */
export function domainMeantBy(query: string): string | null {
  const parsed = parseDomainName(query, { form: 'name-or-url', reserved: true });
  if (parsed.ok) return parsed.domain;
  // Accept URLs without a scheme.
  const url = /^[^\s/?#@]+\.[^\s/?#@]+[/?#]\S*$/.test(query) ? `https://${query}` : null;
  const fromUrl = url === null ? parsed : parseDomainName(url, { form: 'name-or-url', reserved: true });
  return fromUrl.ok ? fromUrl.domain : null;
}
