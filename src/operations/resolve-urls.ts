import { z } from 'zod';
import { DirectoryError, ERROR_CODES } from '../directory/errors.ts';
import { resolutionSchema, resolvePage } from '../directory/resolution.ts';
import type { PageQuery } from '../store/pages.ts';
import { type DomainRules, UnknownDomain } from './domain-param.ts';
import { defineOperation } from './operation.ts';
import { pageAddressText, parsePageParam } from './page-param.ts';
import { SAMPLE_RESOLUTION } from './samples.ts';
import type { UsesStore } from './uses-store.ts';

const MAX_URLS = 100;

const unresolvedSchema = z.object({
  url: z.string(),
  error: z.object({
    code: z.enum(ERROR_CODES).describe('Permanent; branch on this.'),
    detail: z.string().describe('Why this address has no answer.'),
  }),
});

export const resolutionsSchema = z.object({
  results: z
    .array(z.union([resolutionSchema, unresolvedSchema]))
    .describe('One for each address, in their order: what covers the page, or why that is not known.'),
});

export const resolveUrls = defineOperation({
  name: 'resolveUrls',
  summary: 'Find the llms.txt of many pages at once.',
  description: `The same as \`GET /v1/resolve\`, for up to ${MAX_URLS} addresses in one request. An address that is malformed or whose domain is unknown has an \`error\` in its place and does not spoil the others.`,
  access: 'public',
  input: z.strictObject({
    urls: z
      .array(pageAddressText, { error: 'must be a list of addresses' })
      .min(1, 'must have at least 1 address')
      .max(MAX_URLS, `must have at most ${MAX_URLS} addresses`)
      .describe('Addresses of pages.')
      .meta({ examples: [['https://example.com/guides']] }),
  }),
  output: resolutionsSchema,
  example: { results: [SAMPLE_RESOLUTION] },
  http: {
    method: 'POST',
    path: '/v1/resolve',
    quota: 'read',
    takesBody: true,
    success: { 200: 'An answer for each address, in their order.' },
    errors: ['store.unavailable'],
  },
  run: async (needs: DomainRules & UsesStore<'findPages'>, { urls }) => {
    const parsed = urls.map((url) => parse(url, needs));
    const found = await needs.store.findPages(parsed.flatMap(({ query }) => (query === null ? [] : [query])));
    const sitesOf = new Map(
      parsed.flatMap(({ query }) => (query === null ? [] : [query])).map((q, at) => [q, found[at]]),
    );
    return {
      results: parsed.map(({ url, query, error }) => {
        if (query === null) return unresolved(url, error);
        return (
          resolvePage(query.page, url, sitesOf.get(query) ?? []) ??
          unresolved(url, new UnknownDomain(query.domains[0] ?? query.page.url.hostname, needs.baseUrl))
        );
      }),
    };
  },
});

type Parsed =
  | { readonly url: string; readonly query: PageQuery; readonly error: null }
  | { readonly url: string; readonly query: null; readonly error: DirectoryError };

function parse(url: string, rules: DomainRules): Parsed {
  try {
    return { url, query: parsePageParam(url, '/urls', rules), error: null };
  } catch (error) {
    if (error instanceof DirectoryError) return { url, query: null, error };
    throw error;
  }
}

function unresolved(url: string, { code, message }: DirectoryError): z.output<typeof unresolvedSchema> {
  return { url, error: { code, detail: message } };
}
