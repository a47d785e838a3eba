import { isBaseUrl } from './config.ts';
import { ConfigFinder } from './config-finder.ts';
import type { Console } from './console.ts';
import { type Network, toHost } from './fetch-file.ts';

export interface Directory {
  readonly baseUrl: string;
  readonly network: Network;
}

/**
 * Returns the directory of the option, or else of the config, or null. The option may name a local directory, but a
 * config must name a public one.
 */
export async function findDirectory(named: string | null, { cwd, network }: Console): Promise<Directory | null> {
  if (named !== null) return { baseUrl: withoutSlash(named), network: trustHost(toHost(new URL(named)), network) };
  const { config } = await new ConfigFinder(cwd, null).ofFolder(cwd);
  return config.directory === null ? null : { baseUrl: withoutSlash(config.directory), network };
}

/** Returns a network that connects to any address of one host. A redirect to another host is checked like every URL. */
function trustHost(trusted: string, network: Network): Network {
  return { ...network, lookup: async (host) => (host === trusted ? [] : await network.lookup(host)) };
}

/** Returns the fault of the value of `--directory`, or null. */
export function faultOfDirectory(value: string | undefined): string | null {
  if (value === undefined || isBaseUrl(value)) return null;
  return `--directory needs the URL of a directory, not '${value}'`;
}

const withoutSlash = (url: string) => url.replace(/\/$/, '');
