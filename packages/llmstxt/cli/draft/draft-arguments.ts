import { parseUrl } from '../../src/parser/parse-url.ts';
import { faultOfDirectory } from '../find-directory.ts';
import { isUrl } from '../input.ts';
import { parseOptions, UsageError } from '../usage.ts';

export interface DraftOptions {
  /** Host name of the site, in the form of the URL standard. */
  readonly domain: string;
  /** Base URL of the directory, or null for the config's. */
  readonly directory: string | null;
  /** File to write, or null for standard output. */
  readonly output: string | null;
  /** True if the file may already exist. */
  readonly force: boolean;
}

export function parseDraftArguments(argv: readonly string[]): DraftOptions {
  const { values, positionals } = parseOptions(argv, {
    directory: { type: 'string' },
    output: { type: 'string', short: 'o' },
    force: { type: 'boolean' },
  });
  const { directory, output, force = false } = values;
  const fault = faultOfDirectory(directory);
  if (fault !== null) throw new UsageError(fault);
  if (output === '') throw new UsageError('--output needs the name of a file');
  if (force && output === undefined) throw new UsageError('--force needs --output');
  const [site, ...others] = positionals;
  if (site === undefined || others.length > 0) {
    throw new UsageError(`needs one site, not ${positionals.length}`);
  }
  const domain = parseDomain(site);
  if (domain === null) throw new UsageError(`'${site}' is neither a domain nor the URL of a site`);
  return { domain, directory: directory ?? null, output: output ?? null, force };
}

/** Returns the domain of a URL without its path, because a draft covers a whole site. Null for another port or a user name. */
function parseDomain(site: string): string | null {
  const url = parseUrl(isUrl(site) ? site : `https://${site}`);
  if (url === null || url.port + url.username + url.password !== '') return null;
  return url.hostname.includes('.') ? url.hostname : null;
}
