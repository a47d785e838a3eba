import { parseArgs } from 'node:util';
import { faultOfDirectory } from '../find-directory.ts';
import { isUrl } from '../input.ts';
import { type Parsed, reasonOfUsage } from '../usage.ts';

export interface DraftOptions {
  /** Host name of the site, in the form of the URL standard. */
  readonly domain: string;
  /** Base URL of the directory, or null for the config's. */
  readonly directory: string | null;
  /** File to write, or null for standard output. */
  readonly output: string | null;
  /** True if the file may exist. */
  readonly force: boolean;
}

export function parseDraftArguments(argv: readonly string[]): Parsed<DraftOptions> {
  try {
    const { values, positionals } = read(argv);
    if (values.help) return { kind: 'help' };
    const { directory, output, force = false } = values;
    const fault = faultOfDirectory(directory);
    if (fault !== null) return { kind: 'wrong', message: fault };
    if (output === '') return { kind: 'wrong', message: '--output takes the name of a file' };
    if (force && output === undefined) return { kind: 'wrong', message: '--force is for --output' };
    const [site, ...others] = positionals;
    if (site === undefined || others.length > 0) {
      return { kind: 'wrong', message: `takes one site, not ${positionals.length}` };
    }
    const domain = domainOf(site);
    if (domain === null) return { kind: 'wrong', message: `'${site}' is not a domain, nor the address of a site` };
    return { kind: 'run', options: { domain, directory: directory ?? null, output: output ?? null, force } };
  } catch (error) {
    return { kind: 'wrong', message: reasonOfUsage(error) };
  }
}

function read(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      directory: { type: 'string' },
      output: { type: 'string', short: 'o' },
      force: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}

/** Drop the path, because a draft covers a whole site. */
function domainOf(site: string): string | null {
  const address = isUrl(site) ? site : `https://${site}`;
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return host.includes('.') ? host : null;
}
