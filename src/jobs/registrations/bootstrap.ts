import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { DAY_MS } from '../../directory/duration.ts';
import { parseJson } from '../../directory/parse-json.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { Net } from '../../fetch/net.ts';
import type { Pacing } from '../../fetch/pacing.ts';
import { replaceFile } from '../../runtime/replace-file.ts';

/** IANA's registry of RDAP servers (RFC 9224). */
const BOOTSTRAP_URL = 'https://data.iana.org/rdap/dns.json';

const bootstrapSchema = z.object({ services: z.array(z.unknown()).max(10_000) });
/** Suffixes, with the base URLs of their servers. */
const serviceSchema = z.tuple([z.array(z.unknown()), z.array(z.unknown())]).rest(z.unknown());

/** Returns the base URL of the RDAP server for a name, with a trailing slash, or null. */
export type Bootstrap = (name: string) => string | null;

export class BootstrapError extends Error {
  override readonly name = 'BootstrapError';
}

export interface BootstrapTools {
  readonly net: Pick<Net, 'fetch'>;
  readonly pacing: Pacing;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Cache file of the bootstrap registry. */
  readonly file: string;
}

/** Cache time of the registry, which changes a few times a week. */
const FRESH_MS = DAY_MS;

/**
 * Returns the registry from the cache if it is less than a day old, or fetches it. Uses an old cache if the fetch fails. Throws a
 * `BootstrapError`.
 */
export async function openBootstrap({ net, pacing, signal, now, file }: BootstrapTools): Promise<Bootstrap> {
  const cached = await readCachedBootstrap(file);
  if (cached && Math.abs(now() - cached.at) < FRESH_MS) return cached.bootstrap;
  const result = await net.fetch({ url: BOOTSTRAP_URL, limits: LIMITS.rdap, pacing, signal });
  try {
    if (result.status !== 200) {
      throw new BootstrapError(`${BOOTSTRAP_URL}: ${result.detail ?? `status ${result.status}`}`);
    }
    const text = Buffer.from(result.body).toString('utf8');
    const bootstrap = parseBootstrap(text);
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(file, text);
    return bootstrap;
  } catch (error) {
    if (cached && error instanceof BootstrapError) return cached.bootstrap;
    throw error;
  }
}

async function readCachedBootstrap(file: string): Promise<{ at: number; bootstrap: Bootstrap } | null> {
  try {
    const { mtimeMs } = await stat(file);
    return { at: mtimeMs, bootstrap: parseBootstrap(await readFile(file, 'utf8')) };
  } catch {
    return null;
  }
}

/**
 * Parses the registry. Skips malformed entries, and entries without an https server, because dates must not be altered in
 * transit. Throws a `BootstrapError` if no entry is left.
 */
export function parseBootstrap(text: string): Bootstrap {
  const parsed = bootstrapSchema.safeParse(parseJson(text));
  const services = (parsed.data?.services ?? []).flatMap((service) => {
    const entry = serviceSchema.safeParse(service);
    return entry.success ? [{ suffixes: keepStrings(entry.data[0]), urls: keepStrings(entry.data[1]) }] : [];
  });
  const servers = new Map<string, string>();
  for (const { suffixes, urls } of services) {
    const base = urls.map(parseBase).find((url) => url !== null);
    if (base) for (const suffix of suffixes) servers.set(suffix.toLowerCase(), base);
  }
  if (servers.size === 0) throw new BootstrapError('the registry of RDAP servers does not follow RFC 9224');
  // Use the longest matching entry by labels (RFC 9224 §5).
  return (name) => {
    for (let rest = name; rest !== ''; rest = rest.includes('.') ? rest.slice(rest.indexOf('.') + 1) : '') {
      const server = servers.get(rest);
      if (server !== undefined) return server;
    }
    return null;
  };
}

const keepStrings = (values: readonly unknown[]): string[] => values.filter((value) => typeof value === 'string');

function parseBase(text: string): string | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.search !== '' || url.hash !== '') return null;
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}
