import { parseArgs } from 'node:util';
import { type Parsed, reasonOfUsage } from '../usage.ts';

export interface AgreeOptions {
  /** Folder of the judged files. */
  readonly files: string;
  /** Leaves out judged files that are not in the folder. */
  readonly offline: boolean;
  readonly json: boolean;
  /** Program with its arguments; empty for the quality of this package. */
  readonly program: readonly string[];
}

export function parseAgreeArguments(argv: readonly string[]): Parsed<AgreeOptions> {
  try {
    const end = argv.indexOf('--');
    const { values } = read(end < 0 ? argv : argv.slice(0, end));
    if (values.help) return { kind: 'help' };
    const { files, offline = false, json = false } = values;
    if (!files) return { kind: 'wrong', message: '--files takes the folder of the judged files' };
    const program = end < 0 ? [] : argv.slice(end + 1);
    if (end >= 0 && program.length === 0) return { kind: 'wrong', message: 'no program after --' };
    return { kind: 'run', options: { files, offline, json, program } };
  } catch (error) {
    return { kind: 'wrong', message: reasonOfUsage(error) };
  }
}

function read(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    options: {
      files: { type: 'string' },
      offline: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}
