import { fetchFile, type Network } from '../fetch-file.ts';
import { InputError } from '../input.ts';
import type { Owner } from './lock-file.ts';

/** Asks a directory who has proven to own a domain. */
export type OwnerLookup = (fileUrl: string) => Promise<Owner | null>;

/**
 * A lookup in the directory at `baseUrl`. Null for a domain that it does not know. Rejects with an `InputError` when it
 * gives no answer. Each domain is asked for once.
 */
export function createOwnerLookup(baseUrl: string, network: Network): OwnerLookup {
  const known = new Map<string, Promise<Owner | null>>();
  return (fileUrl) => {
    const domain = new URL(fileUrl).hostname.replace(/^www\./, '');
    const owner = known.get(domain) ?? lookUp(domain, baseUrl, network);
    known.set(domain, owner);
    return owner;
  };
}

async function lookUp(domain: string, baseUrl: string, network: Network): Promise<Owner | null> {
  const url = `${baseUrl.replace(/\/$/, '')}/v1/domain/${domain}`;
  const { body, response } = await fetchFile(url, network, 'application/json');
  if (response.status === 404) return null;
  if (body === null) throw new InputError(`${url}: ${response.failure ?? `the directory answers ${response.status}`}`);
  const { verified, verified_at: verifiedAt } = parseRecord(body, url);
  if (typeof verified !== 'boolean') throw new InputError(`${url}: not the record of a domain`);
  return { domain, verified, verifiedAt: typeof verifiedAt === 'string' ? verifiedAt : null };
}

function parseRecord(body: Uint8Array, url: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    throw new InputError(`${url}: not the record of a domain`);
  }
}
