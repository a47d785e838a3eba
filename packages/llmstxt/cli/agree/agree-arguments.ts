import { parseOptions, UsageError } from '../usage.ts';

export interface AgreeOptions {
  /** Folder of the judged files. */
  readonly files: string;
  /** Leaves out judged files that are not in the folder. */
  readonly offline: boolean;
  readonly json: boolean;
  /** Program with its arguments; empty for the quality of this package. */
  readonly program: readonly string[];
}

export function parseAgreeArguments(argv: readonly string[]): AgreeOptions {
  const end = argv.indexOf('--');
  const { values } = parseOptions({
    args: end < 0 ? [...argv] : argv.slice(0, end),
    options: {
      files: { type: 'string' },
      offline: { type: 'boolean' },
      json: { type: 'boolean' },
    },
  });
  const { files, offline = false, json = false } = values;
  if (!files) throw new UsageError('--files needs the folder of the judged files');
  const program = end < 0 ? [] : argv.slice(end + 1);
  if (end >= 0 && program.length === 0) throw new UsageError('no program after --');
  return { files, offline, json, program };
}
