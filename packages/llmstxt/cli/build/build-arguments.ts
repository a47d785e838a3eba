import { parseArgs } from 'node:util';
import { type Published, parsePublished } from '../../pages/site-address.ts';
import { type Parsed, reasonOfUsage } from '../usage.ts';

export interface BuildOptions {
  readonly site: Published;
  /** Name and summary that replace those of the homepage. */
  readonly title: string | undefined;
  readonly summary: string | undefined;
  /** Path prefixes to leave out, and prefixes that agents may skip. */
  readonly exclude: readonly string[];
  readonly optional: readonly string[];
  /** Also writes a file into the folder of each further language. */
  readonly locales: boolean;
  /** Also writes llms-full.txt. */
  readonly full: boolean;
}

export function parseBuildArguments(argv: readonly string[]): Parsed<BuildOptions> {
  try {
    const { values, positionals } = read(argv);
    if (values.help) return { kind: 'help' };
    const [folder, ...others] = positionals;
    if (folder === undefined || others.length > 0) {
      return { kind: 'wrong', message: `takes one folder, not ${positionals.length}` };
    }
    const { base = '', title, summary, exclude = [], optional = [], locales = false, full = false } = values;
    const site = parsePublished(folder, base);
    if (site === null) {
      return { kind: 'wrong', message: '--base takes the URL of the folder, such as https://docs.example.com/' };
    }
    return { kind: 'run', options: { site, title, summary, exclude, optional, locales, full } };
  } catch (error) {
    return { kind: 'wrong', message: reasonOfUsage(error) };
  }
}

function read(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      base: { type: 'string' },
      title: { type: 'string' },
      summary: { type: 'string' },
      exclude: { type: 'string', multiple: true },
      optional: { type: 'string', multiple: true },
      locales: { type: 'boolean' },
      full: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}
