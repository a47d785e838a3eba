import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CRAWLER_TOKEN } from '../directory/crawler-token.ts';
import { isTestName } from '../directory/domain-name.ts';
import { findCode } from '../directory/find-code.ts';
import { createNet } from '../fetch/create-net.ts';
import type { Net } from '../fetch/net.ts';
import type { SandboxEndpoints } from '../fetch/target-resolver.ts';
import { type Env, EnvError } from './env.ts';

const PACKAGE = new URL('../../package.json', import.meta.url);

/** Version of the program, from its package. The API has a separate version. */
const PROGRAM_VERSION = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version;

/** Opens access to the internet or the sandbox of the settings. */
export function openNet(env: Env, sandbox: SandboxEndpoints | null, now: () => number): Net {
  return createNet({
    servers: env.DNS_SERVERS,
    userAgent: formatUserAgent(env),
    sandbox,
    ownHosts: listOwnHosts(env),
    now,
  });
}

/** User agent: name, version, and a page for site owners. */
export function formatUserAgent({ CONTACT_URL, BASE_URL }: Pick<Env, 'CONTACT_URL' | 'BASE_URL'>): string {
  return `${CRAWLER_TOKEN}/${PROGRAM_VERSION} (+${CONTACT_URL ?? `${BASE_URL}/docs/crawler`})`;
}

/** Hosts of the service and its database, which are never requested. */
function listOwnHosts({ BASE_URL, SUPABASE_URL }: Env): string[] {
  return [BASE_URL, SUPABASE_URL].flatMap((url) => (url === undefined ? [] : [new URL(url).hostname]));
}

/**
 * Returns the sandbox of the settings, which answers for reserved names only. Rejects with an `EnvError` if its CA file
 * contains no certificate.
 */
export async function findSandbox(env: Env): Promise<SandboxEndpoints | null> {
  if (!env.SANDBOX_ORIGIN) return null;
  return {
    origin: env.SANDBOX_ORIGIN,
    ca: env.SANDBOX_CA ? await readAuthority(env.SANDBOX_CA) : '',
    dns: env.SANDBOX_DNS ?? null,
    isMapped: (name) => isTestName(name),
  };
}

async function readAuthority(path: string): Promise<string> {
  try {
    const pem = await readFile(path, 'utf8');
    // Parse the file, because TLS ignores a file without a certificate.
    new X509Certificate(pem);
    return pem;
  } catch (error) {
    const isRead = findCode(error).startsWith('ERR_OSSL');
    const reason = isRead ? 'contains no certificate in PEM' : `cannot be read (${findCode(error)})`;
    throw new EnvError(`SANDBOX_CA: ${path} ${reason}`, { cause: error });
  }
}
