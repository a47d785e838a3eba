import { isSameFile } from '#llmstxt';
import { registrableDomain } from '../../directory/domain-name.ts';
import type { ScopedFile } from '../../directory/resolution.ts';
import type { UndecidedFile } from '../../directory/visit.ts';
import { LIMITS } from '../../fetch/limits.ts';
import { findBody, toResponseFacts } from './find-file.ts';
import { toScopedFile } from './scoped-file.ts';
import type { VisitClient } from './visit-client.ts';
import type { TextsOfVisit } from './visit-texts.ts';

/** Most requests for files named by pages. */
const MAX_DESCRIBED_FILES = 2;
const MAX_ADDRESS_CHARACTERS = 1_000;

export interface ReadDescribedFilesOptions {
  readonly client: Pick<VisitClient, 'getIfAllowed'>;
  readonly texts: Pick<TextsOfVisit, 'inspect'>;
  readonly domain: string;
  /** Files that the visit already knows. */
  readonly known: readonly string[];
  readonly maxRequests: number;
}

/**
 * Reads the llms.txt files of the site that its pages name by `rel=describedby`, except known ones.
 * @param hrefs URLs from the pages, those of the homepage first
 */
export async function readDescribedFiles(
  hrefs: readonly string[],
  { client, texts, domain, known, maxRequests }: ReadDescribedFilesOptions,
): Promise<{ readonly files: readonly (ScopedFile | UndecidedFile)[]; readonly requests: number }> {
  const named = [...new Set(hrefs.flatMap((href) => toAddresses(href, domain)))].filter(
    (url) => !known.some((file) => isSameFile(file, url)),
  );
  const urls = named.slice(0, Math.max(0, Math.min(MAX_DESCRIBED_FILES, maxRequests)));
  const files: (ScopedFile | UndecidedFile)[] = [];
  for (const url of urls) {
    // Skip a redirect to another path, unless it only adds a slash or `www.`.
    const result = await client.getIfAllowed(url, { ...LIMITS.llmsTxt, maxRedirects: 1 });
    if (!result || !isSameFile(result.finalUrl, url)) continue;
    const input = { body: findBody(result), response: toResponseFacts(result), url };
    const file = toScopedFile(url, result.status, await texts.inspect({ domain, input, assessQuality: false }));
    if (file) files.push(file);
  }
  return { files, requests: urls.length };
}

function toAddresses(href: string, domain: string): string[] {
  const url = URL.parse(href);
  if (url === null || url.protocol !== 'https:' || url.port !== '' || href.length > MAX_ADDRESS_CHARACTERS) return [];
  if (url.username !== '' || !url.pathname.endsWith('/llms.txt')) return [];
  return registrableDomain(url.hostname) === registrableDomain(domain) ? [`${url.origin}${url.pathname}`] : [];
}
