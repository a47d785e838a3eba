import { isSameFile } from '#llmstxt';
import { registrableDomain } from '../../directory/domain-name.ts';
import type { ScopedFile } from '../../directory/resolution.ts';
import { LIMITS } from '../../fetch/limits.ts';
import { bodyOf, factsOf } from './find-file.ts';
import { scopedFileOf } from './scoped-file.ts';
import type { VisitClient } from './visit-client.ts';
import type { TextsOfVisit } from './visit-texts.ts';

/** Requests that one visit spends on files which pages name. */
const MAX_DESCRIBED_FILES = 2;
const MAX_ADDRESS_CHARACTERS = 1_000;

export interface ReadDescribedFilesOptions {
  readonly client: Pick<VisitClient, 'getIfAllowed'>;
  readonly texts: Pick<TextsOfVisit, 'inspect'>;
  readonly domain: string;
  /** Files that are known otherwise. */
  readonly known: readonly string[];
  readonly maxRequests: number;
}

/**
 * Reads the llms.txt files of the same site that its pages name by `rel=describedby`, but for the known ones.
 * @param hrefs what the pages name, those of the homepage first
 */
export async function readDescribedFiles(
  hrefs: readonly string[],
  { client, texts, domain, known, maxRequests }: ReadDescribedFilesOptions,
): Promise<{ readonly files: readonly ScopedFile[]; readonly requests: number }> {
  const named = [...new Set(hrefs.flatMap((href) => addressOf(href, domain)))].filter(
    (url) => !known.some((file) => isSameFile(file, url)),
  );
  const asked = named.slice(0, Math.max(0, Math.min(MAX_DESCRIBED_FILES, maxRequests)));
  const files: ScopedFile[] = [];
  for (const url of asked) {
    // What a redirect leads to is under another path, unless it only adds a slash or www.
    const result = await client.getIfAllowed(url, { ...LIMITS.llmsTxt, maxRedirects: 1 });
    if (!result || !isSameFile(result.finalUrl, url)) continue;
    const input = { body: bodyOf(result), response: factsOf(result), url };
    const { valid, document } = await texts.inspect({ domain, input });
    if (valid && document) files.push(scopedFileOf(url, document));
  }
  return { files, requests: asked.length };
}

function addressOf(href: string, domain: string): string[] {
  const url = URL.parse(href);
  if (url === null || url.protocol !== 'https:' || url.port !== '' || href.length > MAX_ADDRESS_CHARACTERS) return [];
  if (url.username !== '' || !url.pathname.endsWith('/llms.txt')) return [];
  return registrableDomain(url.hostname) === registrableDomain(domain) ? [`${url.origin}${url.pathname}`] : [];
}
