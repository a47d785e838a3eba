import { registrableDomain } from '../directory/domain-name.ts';

export interface ProofSite {
  readonly domain: string;
  /** URL of the llms.txt in the domain's record, or null. */
  readonly llmsTxt: string | null;
}

/** Returns the places of proof of a site: the file in its record, the domain itself, and its `www.` name. */
export function listPlaces({ domain, llmsTxt }: ProofSite) {
  const recorded = recordedFile(domain, llmsTxt);
  const names = domain.startsWith('www.') ? [domain] : [domain, `www.${domain}`];
  const origins = new Set([...(recorded ? [recorded.origin] : []), ...names.map((name) => `https://${name}`)]);
  const files = new Set([...(recorded ? [recorded.href] : []), ...[...origins].map((origin) => `${origin}/llms.txt`)]);
  return { files: [...files], origins: [...origins] };
}

/**
 * Formats the place for an instruction. Without a record, the site may use the domain or `www.`, so the instruction
 * contains both.
 */
export function formatPlace({ domain, llmsTxt }: ProofSite, urls: readonly string[]): string {
  const named = recordedFile(domain, llmsTxt) ? urls.slice(0, 1) : urls;
  return named.join(' or ');
}

/** Returns the record's file if proofs count there: https on the default port, on the same registrable domain. */
function recordedFile(domain: string, llmsTxt: string | null): URL | null {
  const url = llmsTxt === null ? null : URL.parse(llmsTxt);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null;
  return registrableDomain(url.hostname) === registrableDomain(domain) ? url : null;
}
