import { z } from 'zod';
import { DirectoryError } from '../../directory/errors.ts';
import { type PackageResolution, packageResolutionSchema } from '../../directory/package-resolution.ts';
import { type Resolution, resolutionSchema, resolvePage } from '../../directory/resolution.ts';
import { renderPackageText } from '../../site/content/views/resolution/package-text.ts';
import { renderResolutionText } from '../../site/content/views/resolution/resolution-text.ts';
import type { PageQuery } from '../../store/pages.ts';
import { type DomainRules, UnknownDomain } from '../domain-param.ts';
import { LIST } from '../http-route.ts';
import { defineOperation } from '../operation.ts';
import { SAMPLE_RESOLUTION } from '../samples.ts';
import { READS_DIRECTORY, VISITS_SITE } from '../tool.ts';
import type { UsesStore } from '../uses-store.ts';
import { pageAddressText, parsePageParam } from './page-param.ts';
import { type PackageDeps, packageText, resolvePackageText } from './resolve-package.ts';

export const resolvedSchema = z.union([resolutionSchema, packageResolutionSchema]);

export const resolveUrl = defineOperation({
  name: 'resolveUrl',
  summary: 'Find the llms.txt that covers a page, or the llms.txt of a package.',
  description:
    'With `url`: finds the llms.txt for the URL of any page. Returns the most specific file that covers the page, its line for the page, and the Markdown version of the page if visits tested it. Scheme, `www.`, trailing slash, fragment, tracking parameters, `index.html` and the endings `.html` and `.md` make no difference. Uses only stored data and fetches nothing. With `package`: finds the llms.txt for the project of a package of npm, PyPI or crates.io. Reads the registry at most once a day per package. Resolves the links of the package as pages in this order: `llms`, homepage, documentation, repository. Returns the first link with a file, and all links in `candidates`. A file at the root of a host with many projects, such as github.com, does not count. With `Accept: application/linkset+json`, the response is an RFC 9264 link set.',
  access: 'public',
  input: z
    .strictObject({
      url: pageAddressText.optional().describe('URL of a page. The scheme is optional.'),
      package: packageText
        .optional()
        .describe('Instead of `url`: package URL (purl) of npm, PyPI or crates.io. A version does not matter.'),
    })
    .refine((input) => (input.url === undefined) !== (input.package === undefined), {
      path: ['url'],
      error: 'either `url` or `package` is required, and not both',
    }),
  output: resolvedSchema,
  example: SAMPLE_RESOLUTION,
  http: {
    method: 'GET',
    path: '/v1/resolve',
    quota: 'read',
    freshness: LIST,
    representations: { 'application/linkset+json': { write: writeLinkset } },
    success: {
      200: 'The file that covers the page or belongs to the package. `file` is null if there is no such file.',
    },
    errors: [
      'domain.invalid',
      'package.invalid',
      'domain.unknown',
      'package.unknown',
      'package.pending',
      'registry.unreachable',
      'store.unavailable',
      'service.busy',
    ],
  },
  tool: {
    name: 'resolve_url',
    title: 'Find the llms.txt of a page',
    description:
      'Returns the llms.txt that covers a page: the most specific file of its site, its line for the page, and the Markdown version of the page if visits tested it. The spelling of the URL does not matter. Fetches nothing.',
    advice:
      'Use it before you fetch a page, because its site may list better pages for the same question. Then read the file with read_llms_txt, which also accepts the URL.',
    annotations: READS_DIRECTORY,
    input: z.strictObject({ url: pageAddressText }),
    brief: { schema: resolutionSchema, from: (answer: Resolution) => answer },
    text: renderResolutionText,
  },
  secondTool: {
    name: 'resolve_package',
    title: 'Find the llms.txt of a package',
    description:
      'Returns the llms.txt of the project of a package of npm, PyPI or crates.io. The links of the package in its registry are resolved in this order: llms, homepage, documentation, repository. Without a file, `candidates` lists the links with reasons.',
    advice: 'Use it before you write code with a library. Then read the file with read_llms_txt.',
    annotations: VISITS_SITE,
    input: z.strictObject({ package: packageText }),
    brief: { schema: packageResolutionSchema, from: (answer: PackageResolution) => answer },
    text: renderPackageText,
  },
  run: async (deps: PackageDeps, { url, package: name = '' }, caller) =>
    url === undefined ? await resolvePackageText(name, deps, caller) : await resolveAddress(url, deps),
});

type Deps = DomainRules & UsesStore<'findPages'>;

/** Finds the file that covers a page. Rejects with `DirectoryError` request.invalid, domain.invalid or domain.unknown. */
export async function resolveAddress(url: string, deps: Deps): Promise<Resolution> {
  const [answer] = await resolveAddresses([{ url, query: parsePageParam(url, '/url', deps) }], deps);
  if (answer === undefined || answer instanceof DirectoryError) throw answer;
  return answer;
}

interface AskedPage {
  readonly url: string;
  readonly query: PageQuery;
}

/** Finds the files that cover pages, in order. Returns the error of a page whose domain is not tracked. */
export async function resolveAddresses(
  pages: readonly AskedPage[],
  { store, baseUrl }: Deps,
): Promise<readonly (Resolution | DirectoryError)[]> {
  const sitesOfPages = await store.findPages(pages.map(({ query }) => query));
  return pages.map(({ url, query: { page, domains } }, at) => {
    const resolution = resolvePage(page, url, sitesOfPages[at] ?? []);
    return resolution ?? new UnknownDomain(domains[0] ?? page.url.hostname, baseUrl);
  });
}

/** Writes the links of the page or package by relation (RFC 9264 §4.2). */
function writeLinkset({ file, markdown, ...answer }: Resolution | PackageResolution): string {
  const name = 'url' in answer ? answer.url : answer.package;
  const anchor = /^(?:https?:\/\/|pkg:)/i.test(name) ? name : `https://${name}`;
  const links = {
    ...(file && { describedby: [{ href: file.url, type: 'text/markdown' }] }),
    ...(markdown && { alternate: [{ href: markdown.url, type: 'text/markdown' }] }),
  };
  return JSON.stringify({ linkset: [{ anchor, ...links }] });
}
