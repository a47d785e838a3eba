import { z } from 'zod';
import { type Resolution, resolutionSchema, resolvePage } from '../directory/resolution.ts';
import { renderResolutionText } from '../site/views/resolution/resolution-text.ts';
import { type DomainRules, UnknownDomain } from './domain-param.ts';
import { LIST } from './http-route.ts';
import { defineOperation } from './operation.ts';
import { pageAddressText, parsePageParam } from './page-param.ts';
import { SAMPLE_LINKSET, SAMPLE_RESOLUTION } from './samples.ts';
import { READS_DIRECTORY } from './tool.ts';
import type { UsesStore } from './uses-store.ts';

export const resolveUrl = defineOperation({
  name: 'resolveUrl',
  summary: 'Find the llms.txt that covers a page.',
  description:
    'From the address of any page to the llms.txt of its site: the most specific file whose scope covers the page, the line of that file which lists it, and its Markdown version where visits have tested how the site offers one. Scheme, `www.`, trailing slash, fragment, tracking parameters, `index.html` and the endings `.html` and `.md` make no difference. Answered from what visits have stored: nothing is fetched. With `Accept: application/linkset+json` the answer is an RFC 9264 link set.',
  access: 'public',
  input: z.strictObject({ url: pageAddressText }),
  output: resolutionSchema,
  example: SAMPLE_RESOLUTION,
  http: {
    method: 'GET',
    path: '/v1/resolve',
    quota: 'read',
    freshness: LIST,
    jsonAs: { 'application/linkset+json': { from: toLinkset, example: SAMPLE_LINKSET } },
    success: { 200: 'What covers the page; `file` is null where nothing does.' },
    errors: ['domain.invalid', 'domain.unknown', 'store.unavailable'],
  },
  tool: {
    name: 'resolve_url',
    title: 'Find the llms.txt of a page',
    advice:
      'Use it before fetching a page that you hold the address of: its site may list better pages for the same question. read_llms_txt, which takes the address too, then shows the file.',
    annotations: READS_DIRECTORY,
    text: renderResolutionText,
  },
  run: async (needs: Needs, { url }) => await resolveAddress(url, needs),
});

type Needs = DomainRules & UsesStore<'findPages'>;

/**
 * Finds the file that covers a page. Rejects with `DirectoryError` request.invalid, domain.invalid or domain.unknown.
 */
export async function resolveAddress(url: string, needs: Needs): Promise<Resolution> {
  const query = parsePageParam(url, '/url', needs);
  const [sites = []] = await needs.store.findPages([query]);
  const resolution = resolvePage(query.page, url, sites);
  if (resolution === null) throw new UnknownDomain(query.domains[0] ?? query.page.url.hostname, needs.baseUrl);
  return resolution;
}

/** Links of the page by relation (RFC 9264 §4.2). */
function toLinkset({ url, file, markdown }: z.output<typeof resolutionSchema>) {
  const anchor = /^https?:\/\//i.test(url) ? url : `https://${url}`;
  const links = {
    ...(file && { describedby: [{ href: file.url, type: 'text/markdown' }] }),
    ...(markdown && { alternate: [{ href: markdown.url, type: 'text/markdown' }] }),
  };
  return { linkset: [{ anchor, ...links }] };
}
