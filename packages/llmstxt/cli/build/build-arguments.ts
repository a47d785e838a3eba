import { type Published, parsePublished } from '../../pages/site-address.ts';
import { parseOptions, UsageError } from '../usage.ts';

export interface BuildOptions {
  readonly site: Published;
  /** Name and summary in place of the homepage's name and summary. */
  readonly title: string | undefined;
  readonly summary: string | undefined;
  /** Path prefixes of pages to leave out, and of pages that agents may skip. */
  readonly exclude: readonly string[];
  readonly optional: readonly string[];
  /** Also writes a file into the folder of each further language. */
  readonly locales: boolean;
  /** Also writes llms-full.txt. */
  readonly full: boolean;
}

export function parseBuildArguments(argv: readonly string[]): BuildOptions {
  const { values, positionals } = parseOptions(argv, {
    base: { type: 'string' },
    title: { type: 'string' },
    summary: { type: 'string' },
    exclude: { type: 'string', multiple: true },
    optional: { type: 'string', multiple: true },
    locales: { type: 'boolean' },
    full: { type: 'boolean' },
  });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) {
    throw new UsageError(`needs one folder, not ${positionals.length}`);
  }
  const { base = '', title, summary, exclude = [], optional = [], locales = false, full = false } = values;
  if ([...exclude, ...optional].includes('')) throw new UsageError('--exclude and --optional need a path');
  const site = parsePublished(folder, base);
  if (site === null) {
    throw new UsageError('--base needs the URL of the folder, such as https://docs.example.com/');
  }
  return { site, title, summary, exclude, optional, locales, full };
}
