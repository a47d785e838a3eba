import { parsePublished } from '../pages/site-address.ts';
import { isUrl } from './input.ts';
import { FORMATS, type Format } from './report.ts';
import { parseOptions, UsageError } from './usage.ts';

export interface CheckOptions {
  /** Name of the command, for messages. */
  readonly command: 'check' | 'fix';
  readonly format: Format;
  readonly fix: boolean;
  /** Checks again after every change. */
  readonly watch: boolean;
  /** Config to use, or null to search for configs. */
  readonly config: string | null;
  /** Most warnings over all inputs before the run fails. Null means no limit. */
  readonly maxWarnings: number | null;
  /** URL of each file's folder, with a trailing slash. Links below this URL are checked in the folder. Null without a URL. */
  readonly base: string | null;
  /** Empty to use the inputs of the config. */
  readonly inputs: readonly string[];
}

/** `isFix` is true for the command `fix`, which is `check --fix`. */
export function parseCheckArguments(argv: readonly string[], isFix: boolean): CheckOptions {
  const { values, positionals } = parseOptions(argv, {
    format: { type: 'string' },
    json: { type: 'boolean' },
    sarif: { type: 'boolean' },
    fix: { type: 'boolean' },
    watch: { type: 'boolean' },
    config: { type: 'string' },
    base: { type: 'string' },
    'max-warnings': { type: 'string' },
  });
  const named = [
    ...(values.format === undefined ? [] : [values.format]),
    ...(values.json ? ['json'] : []),
    ...(values.sarif ? ['sarif'] : []),
  ];
  if (named.length > 1) throw new UsageError('--format, --json and --sarif exclude each other');
  const format = FORMATS.find((known) => known === (named[0] ?? 'text'));
  if (format === undefined) {
    throw new UsageError(`--format must be one of ${FORMATS.join(', ')}, not '${named[0]}'`);
  }
  const limit = values['max-warnings'];
  if (limit !== undefined && !/^\d{1,9}$/.test(limit)) {
    throw new UsageError(`--max-warnings needs a whole number, not '${limit}'`);
  }
  const fix = isFix || (values.fix ?? false);
  const watch = values.watch ?? false;
  if (positionals.some((input) => input === '-' || isUrl(input))) {
    const option = fix ? '--fix' : '--watch';
    const message = `${option} needs files, not a URL or standard input`;
    if (fix || watch) throw new UsageError(message);
  }
  const command = isFix ? 'fix' : 'check';
  const { config = null } = values;
  if (config === '') throw new UsageError('--config needs the name of a file');
  const base = values.base === undefined ? null : (parsePublished('.', values.base)?.base ?? '');
  if (base === '') throw new UsageError(`--base needs the URL of a folder, not '${values.base}'`);
  const maxWarnings = limit === undefined ? null : Number(limit);
  return { command, format, fix, watch, config, maxWarnings, base, inputs: positionals };
}
