import { join } from 'node:path';
import { requireDataDir } from '../runtime/require-data-dir.ts';
import { openCertificates } from './certificates.ts';
import { openDnsServer } from './dns-server.ts';
import { openOrigin } from './origin.ts';
import type { WebSource } from './web-source.ts';

export interface SandboxOptions {
  readonly sites: WebSource;
  /** Data folder. The folder `sandbox` in it contains the authority, so that clients trust it after a restart. */
  readonly dataDir: string;
  readonly now: () => number;
  /** Ports on 127.0.0.1. 0 (default) selects a free port. */
  readonly originPort?: number;
  readonly dnsPort?: number;
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

const LOOPBACK = '127.0.0.1';

/** Starts a web on this machine, with one origin for all sites and a DNS server. */
export async function startSandbox(options: SandboxOptions) {
  const { sites, dataDir, now } = options;
  await requireDataDir({ DATA_DIR: dataDir });
  const certificates = await openCertificates(join(dataDir, 'sandbox'), now);
  const origin = await openOrigin(sites, certificates, { host: LOOPBACK, port: options.originPort ?? 0 });
  const dns = await openDnsServer(sites, LOOPBACK, { host: LOOPBACK, port: options.dnsPort ?? 0 }).catch(
    async (error) => {
      await origin.close();
      throw error;
    },
  );
  return {
    /** `host:port` of the origin, for https and http. */
    origin: origin.address,
    /** PEM of the only authority for these names. */
    ca: certificates.ca,
    caFile: certificates.caFile,
    /** `host:port` of the DNS server, over UDP and TCP. */
    dns: dns.address,
    /** Reports whether the web answers for a name. */
    isMapped: (name: string) => sites.knows(name.toLowerCase().replace(/\.$/, '')),
    async close() {
      await Promise.all([origin.close(), dns.close()]);
    },
  };
}
