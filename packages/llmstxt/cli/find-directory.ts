import { ConfigFinder } from './config-finder.ts';
import type { Console } from './console.ts';
import type { Network } from './fetch-file.ts';

/** A directory that may be asked, and how it is reached. */
export interface Directory {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly network: Network;
}

/**
 * The directory that an option names, or else the config of the working folder; null where neither does. One that an
 * option names may be on this machine; one that a config names must be public, as every URL.
 */
export async function findDirectory(named: string | null, { cwd, network }: Console): Promise<Directory | null> {
  if (named !== null) return { baseUrl: withoutSlash(named), network: trustHost(new URL(named).hostname, network) };
  const { config } = await new ConfigFinder(cwd, null).ofFolder(cwd);
  return config.directory === null ? null : { baseUrl: withoutSlash(config.directory), network };
}

/** Lets one host have any address. A redirect to another host is judged like every URL. */
function trustHost(trusted: string, network: Network): Network {
  return { ...network, lookup: async (host) => (host === trusted ? [] : await network.lookup(host)) };
}

/** What is wrong with the value of `--directory`; null where nothing is. */
export function faultOfDirectory(value: string | undefined): string | null {
  if (value === undefined || (/^https?:\/\//.test(value) && URL.canParse(value))) return null;
  return `--directory takes the address of a directory, not '${value}'`;
}

const withoutSlash = (url: string) => url.replace(/\/$/, '');
