import { z } from 'zod';
import { type LinkListing, linkListingSchema } from '../../directory/link.ts';
import { cleanText } from '../../site/content/format/untrusted-text.ts';
import { renderLinksText } from '../../site/content/views/sites/links-text.ts';
import { type DomainRules, domainInput, lookUpTracked } from '../domain-param.ts';
import { LIST } from '../http-route.ts';
import { defineOperation } from '../operation.ts';
import { SAMPLE_LINK } from '../samples.ts';
import { READS_DIRECTORY } from '../tool.ts';
import type { UsesStore } from '../uses-store.ts';
import { pageNumber, pageSize, toListing, toolPageSize } from './listing.ts';
import { queryText } from './query-text.ts';

const linksInput = z.strictObject({
  q: queryText(
    'Words to find in title, notes and section of links and in the title of their site. Quotes, or, and minus work as in web searches.',
  ),
  domain: domainInput.shape.domain
    .optional()
    .describe('Returns all matching links of only this site’s file. By default, at most three links of each site.'),
  page: pageNumber.describe('Page number.'),
  per_page: pageSize(20, 100),
});

export const searchLinks = defineOperation({
  name: 'searchLinks',
  summary: 'Search the links inside the llms.txt files of listed sites.',
  description:
    'Searches links in the llms.txt files of listed sites, up to 1,000 links of each file. Finds up to seven of the best sites by the rules of `/v1/search`, then searches title, notes and section of their links and the title of the site. The best match comes first, and the site’s authority is a factor. Links that contain only some of the words come later. If more sites match than are read, `total` is an estimate.',
  access: 'public',
  input: linksInput,
  output: linkListingSchema,
  example: { query: 'payments', page: 1, per_page: 20, total: 1, results: [SAMPLE_LINK] },
  http: {
    method: 'GET',
    path: '/v1/links',
    quota: 'read',
    freshness: LIST,
    success: { 200: 'A page of matching links. Empty after the last page.' },
    errors: ['domain.invalid', 'domain.unknown', 'store.unavailable'],
  },
  tool: {
    name: 'search_links',
    title: 'Search the readable web',
    advice:
      'Use it to find the page that answers a question, then fetch its url. With `domain`, it searches one site’s file.',
    annotations: READS_DIRECTORY,
    input: linksInput.extend({ per_page: toolPageSize }),
    brief: { schema: linkListingSchema, from: toBriefLinks },
    text: renderLinksText,
  },
  run: async (deps: DomainRules & UsesStore<'lookup' | 'searchLinks'>, { q, domain: name, page, per_page }) => {
    const domain = name === undefined ? null : (await lookUpTracked(name, deps)).domain;
    const matches = await deps.store.searchLinks({ q: q.trim(), domain, page, perPage: per_page });
    return toListing(matches, { query: q, page, per_page }, (link) => link);
  },
});

/** Longest notes for a tool, in characters. */
const MAX_NOTES_CHARACTERS = 160;
const MAX_TITLE_CHARACTERS = 80;

function toBriefLinks({ results, ...listing }: LinkListing): LinkListing {
  const brief = (text: string | null, most: number) => text && cleanText(text, most);
  return {
    ...listing,
    results: results.map((link) => ({
      ...link,
      title: cleanText(link.title, MAX_TITLE_CHARACTERS),
      notes: brief(link.notes, MAX_NOTES_CHARACTERS),
      section: brief(link.section, MAX_TITLE_CHARACTERS),
      site: brief(link.site, MAX_TITLE_CHARACTERS),
    })),
  };
}
