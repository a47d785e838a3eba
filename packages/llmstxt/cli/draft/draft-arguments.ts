import { parseArgs } from 'node:util';
import { faultOfDirectory } from '../find-directory.ts';
import { isUrl } from '../input.ts';
import { type Parsed, reasonOfUsage } from '../usage.ts';

export interface DraftOptions {
  /** Host name of the site, as the URL standard writes it. */
  readonly domain: string;
  /** Base URL of the directory that reads the site; null for that of the config. */
  readonly directory: string | null;
  /** File to write; null for standard output. */
  readonly output: string | null;
  /** Whether the file may be there already. */
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

/** A draft is of a whole site: what stands behind its host name is left out. */
function domainOf(site: string): string | null {
  const address = isUrl(site) ? site : `https://${site}`;
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return host.includes('.') ? host : null;
}
