import { noAnswer, toMembers, unknownForm } from '../directory-answer.ts';
import { fetchFile, type Network } from '../fetch-file.ts';
import type { Directory } from '../find-directory.ts';
import { InputError } from '../input.ts';
import type { KnownSite } from './lock-file.ts';

/** Data of a directory about the URL of a file or page. */
export interface Known {
  /** Site of the URL, or null if unknown. */
  readonly site: KnownSite | null;
  /** The llms.txt that covers it, or null. */
  readonly file: string | null;
}

/** Looks up all URLs. Rejects with an `InputError` if the directory does not answer. */
export type AskDirectory = (urls: readonly string[]) => Promise<ReadonlyMap<string, Known>>;

/** Addresses or packages that a directory takes at once. */
const MAX_ASKED = 100;
/** A directory reads up to 100 packages from their registries, with a pause between requests. */
const TIMEOUT_MS = 120_000;

/** Looks up URLs at a directory in batches. */
export function createDirectoryClient({ baseUrl, network }: Directory): AskDirectory {
  const address = addressOf(baseUrl);
  return async (urls) => {
    const results = await resolveAll(address, 'urls', urls, network);
    return new Map(urls.map((url, place) => [url, parseResult(results[place], address)]));
  };
}

/** Returns the URL of the llms.txt of each package, or null if the directory knows none. */
export async function resolvePackages(
  { baseUrl, network }: Directory,
  packages: readonly string[],
): Promise<readonly (string | null)[]> {
  const results = await resolveAll(addressOf(baseUrl), 'packages', packages, network);
  return results.map((result) => findUrl(toMembers(toMembers(result)['file'])['url']));
}

function addressOf(baseUrl: string): string {
  return `${baseUrl}/v1/resolve`;
}

async function resolveAll(
  address: string,
  member: 'urls' | 'packages',
  asked: readonly string[],
  network: Network,
): Promise<readonly unknown[]> {
  const results: unknown[] = [];
  for (let at = 0; at < asked.length; at += MAX_ASKED) {
    results.push(...(await resolveBatch(address, member, asked.slice(at, at + MAX_ASKED), network)));
  }
  return results;
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
    throw new InputError(`${address}: the directory does not answer with JSON`);
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
