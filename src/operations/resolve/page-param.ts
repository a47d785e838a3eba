import { z } from 'zod';
import { registrableDomain } from '../../directory/domain-name.ts';
import { DirectoryError } from '../../directory/errors.ts';
import { MAX_ADDRESS_CHARACTERS, type PageAddress, parsePageAddress } from '../../directory/page-address.ts';
import type { PageQuery } from '../../store/pages.ts';
import { type DomainRules, parseDomainParam } from '../domain-param.ts';

export const pageAddressText = z
  .string({ error: 'must be the URL of a page' })
  .refine((text) => [...text].length <= MAX_ADDRESS_CHARACTERS, 'must have at most 2,000 characters')
  .describe('URL of a page. The scheme is optional.')
  .meta({ maxLength: MAX_ADDRESS_CHARACTERS, examples: ['https://example.com/guides'] });

/** Parses the page of `text`, and lists the domains that may contain it. Throws `request.invalid` or `domain.invalid`. */
export function parsePageParam(text: string, pointer: string, rules: DomainRules): PageQuery {
  const page = parsePageAddress(text);
  if (page === null) {
    const detail = `must be an http(s) URL of at most ${MAX_ADDRESS_CHARACTERS.toLocaleString('en-US')} characters, without user name or password`;
    throw new DirectoryError('request.invalid', 'This is not the URL of a page, such as https://example.com/guides.', {
      violations: [{ pointer, detail }],
    });
  }
  return { page, domains: listDomains(page, pointer, rules) };
}

/** Lists the host's domain and its parents, up to the registrable domain. */
function listDomains({ url }: PageAddress, pointer: string, rules: DomainRules): readonly string[] {
  const domain = parseDomainParam(url.origin, 'name-or-url', rules, pointer);
  const top = registrableDomain(domain);
  const domains = [domain];
  for (let name = domain; name !== top && name.length > top.length && domains.length < MAX_DOMAINS; ) {
    name = name.slice(name.indexOf('.') + 1);
    domains.push(name);
  }
  return domains;
}

/** Most domains per store call. */
const MAX_DOMAINS = 10;
