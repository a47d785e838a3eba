import { setTimeout } from 'node:timers/promises';
import { noAnswer, toMembers, unknownForm } from '../directory-answer.ts';
import { fetchFile, type Network } from '../fetch-file.ts';
import type { Directory } from '../find-directory.ts';
import { InputError } from '../input.ts';
import { printable } from '../printable.ts';
import type { KnownSite } from './lock-file.ts';

/** Data of a directory about the URL of a file or page. */
export interface Known {
  /** Site of the URL, or null if unknown. */
  readonly site: KnownSite | null;
  /** URL of the llms.txt that covers the page, or null. */
  readonly file: string | null;
}

/** Looks up all URLs. Rejects with an `InputError` if the directory does not answer. */
export type LookUpUrls = (urls: readonly string[]) => Promise<ReadonlyMap<string, Known>>;

/** Most URLs or packages that a directory accepts per request. */
const MAX_ASKED = 100;
/** Longest wait. A directory reads packages from their registries for 20 s. */
const TIMEOUT_MS = 60_000;

/** Looks up URLs at a directory in batches. */
export function createDirectoryClient({ baseUrl, network }: Directory): LookUpUrls {
  const address = formatAddress(baseUrl);
  return async (urls) => {
    const results: unknown[] = [];
    for (let at = 0; at < urls.length; at += MAX_ASKED) {
      results.push(...(await resolveBatch(address, 'urls', urls.slice(at, at + MAX_ASKED), network)));
    }
    return new Map(urls.map((url, place) => [url, parseResult(results[place], address)]));
  };
}

/** Most consecutive requests without a newly resolved package. A request takes up to 20 s. */
const MAX_IDLE_REQUESTS = 30;
/** Longest pause before pending packages are sent again, in s. */
const MAX_PAUSE_S = 60;

/**
 * Returns the URL of the llms.txt of each package in order, or null if the directory has none. A directory reads
 * unknown packages from their registries and leaves some pending. The client sends pending packages again, last.
 * `onProgress` gets the number of resolved packages.
 */
export async function resolvePackages(
  { baseUrl, network }: Directory,
  packages: readonly string[],
  onProgress: (resolved: number) => void,
): Promise<readonly (string | null)[]> {
  const address = formatAddress(baseUrl);
  const files = new Map<string, string | null>();
  let idle = 0;
  for (let left = packages; left.length > 0; ) {
    const batch = left.slice(0, MAX_ASKED);
    const results = await resolveBatch(address, 'packages', batch, network);
    const pending = batch.flatMap((name, at) => {
      const answer = parsePackage(results[at], name, address);
      if ('pauseS' in answer) return [{ name, ...answer }];
      files.set(name, answer.file);
      return [];
    });
    left = [...left.slice(MAX_ASKED), ...pending.map(({ name }) => name)];
    idle = pending.length < batch.length ? 0 : idle + 1;
    if (idle > MAX_IDLE_REQUESTS)
      throw new InputError(`${address}: the directory reads no packages now; try again later`);
    if (pending.length > 0) onProgress(files.size);
    if (idle > 0) await setTimeout(1_000 * Math.min(MAX_PAUSE_S, ...pending.map(({ pauseS }) => pauseS)));
  }
  return packages.map((name) => files.get(name) ?? null);
}

/** Throws an `InputError` if the directory could not resolve the package. */
function parsePackage(
  value: unknown,
  name: string,
  address: string,
): { readonly file: string | null } | { readonly pauseS: number } {
  const { file, error } = toMembers(value);
  if (error === undefined) return { file: findUrl(toMembers(file)['url']) };
  const { code, detail, retry_after_s: pauseS } = toMembers(error);
  if (code === 'package.pending') return { pauseS: typeof pauseS === 'number' ? pauseS : MAX_PAUSE_S };
  if (code === 'package.unknown' || code === 'package.invalid') return { file: null };
  throw new InputError(`${address}: ${printable(`${name} is not resolved: ${detail}`)}`);
}

function formatAddress(baseUrl: string): string {
  return `${baseUrl}/v1/resolve`;
}

async function resolveBatch(
  address: string,
  member: 'urls' | 'packages',
  asked: readonly string[],
  network: Network,
): Promise<readonly unknown[]> {
  const request = { accept: 'application/json', json: JSON.stringify({ [member]: asked }), timeoutMs: TIMEOUT_MS };
  const { body, response } = await fetchFile(address, network, request);
  if (member === 'packages' && response.status === 400)
    throw new InputError(`${address}: this directory resolves no packages`);
  if (body === null) throw noAnswer(address, response);
  const { results } = toMembers(parseJson(body, address));
  if (!Array.isArray(results) || results.length !== asked.length) throw unknownForm(address);
  return results;
}

function parseJson(body: Uint8Array, address: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new InputError(`${address}: the directory did not respond with JSON`);
  }
}

function parseResult(value: unknown, address: string): Known {
  const { domain, tier, verified, verified_at: verifiedAt, file, error } = toMembers(value);
  if (error !== undefined) return { site: null, file: null };
  if (typeof domain !== 'string' || typeof verified !== 'boolean') throw unknownForm(address);
  return {
    site: {
      domain,
      rejected: tier === 'rejected',
      verified,
      verifiedAt: typeof verifiedAt === 'string' ? verifiedAt : null,
    },
    file: findUrl(toMembers(file)['url']),
  };
}

function findUrl(value: unknown): string | null {
  return typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value) ? value : null;
}
