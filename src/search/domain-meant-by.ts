import { parseDomainName } from '../directory/domain-name.ts';

/** The domain that the whole query is, as its name or a URL; null where it is none. */
export function domainMeantBy(query: string): string | null {
  const parsed = parseDomainName(query, { form: 'name-or-url', reserved: true });
  if (parsed.ok) return parsed.domain;
  // People leave out the scheme of a URL.
  const url = /^[^\s/?#@]+\.[^\s/?#@]+[/?#]\S*$/.test(query) ? `https://${query}` : null;
  const fromUrl = url === null ? parsed : parseDomainName(url, { form: 'name-or-url', reserved: true });
  return fromUrl.ok ? fromUrl.domain : null;
}
