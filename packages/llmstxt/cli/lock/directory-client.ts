import { fetchFile, type Network } from '../fetch-file.ts';
import { InputError } from '../input.ts';
import type { Owner } from './lock-file.ts';

/** What a directory knows of sites. Its answers reject with an `InputError` where it gives none. */
export interface DirectoryClient {
  /** Who has proven to own the domain of a file; null for a domain that it does not know. */
  ownerOf(fileUrl: string): Promise<Owner | null>;
  /** The llms.txt that covers a page; null where it knows none. */
  fileOf(pageUrl: string): Promise<string | null>;
}

/** The directory at `baseUrl`. The owner of each domain is asked for once. */
export function createDirectoryClient(baseUrl: string, network: Network): DirectoryClient {
  const api = `${baseUrl.replace(/\/$/, '')}/v1`;
  const known = new Map<string, Promise<Owner | null>>();
  const readOwner = async (domain: string): Promise<Owner | null> => {
    const url = `${api}/domain/${domain}`;
    const record = await readObject(url, network);
    if (record === null) return null;
    const { verified, verified_at: verifiedAt } = record;
    if (typeof verified !== 'boolean') throw new InputError(`${url}: not the record of a domain`);
    return { domain, verified, verifiedAt: typeof verifiedAt === 'string' ? verifiedAt : null };
  };
  return {
    ownerOf: (fileUrl) => {
      const domain = new URL(fileUrl).hostname.replace(/^www\./, '');
      const owner = known.get(domain) ?? readOwner(domain);
      known.set(domain, owner);
      return owner;
    },
    fileOf: async (pageUrl) => {
      const url = `${api}/resolve?url=${encodeURIComponent(pageUrl)}`;
      const { file } = (await readObject(url, network)) ?? {};
      const found = typeof file === 'object' && file !== null && 'url' in file ? file.url : null;
      return typeof found === 'string' && /^https?:/.test(found) && URL.canParse(found) ? found : null;
    },
  };
}

/** Null where the directory knows nothing of it. */
async function readObject(url: string, network: Network): Promise<Readonly<Record<string, unknown>> | null> {
  const { body, response } = await fetchFile(url, network, 'application/json');
  if (response.status === 404) return null;
  if (body === null) throw new InputError(`${url}: ${response.failure ?? `the directory answers ${response.status}`}`);
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    throw new InputError(`${url}: the directory does not answer with JSON`);
  }
}
