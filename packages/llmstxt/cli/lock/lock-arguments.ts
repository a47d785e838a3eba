import { parseArgs } from 'node:util';
import { faultOfDirectory } from '../find-directory.ts';
import { type Parsed, reasonOfUsage } from '../usage.ts';

export interface LockOptions {
  /** Compares with the lock instead of writing it. */
  readonly check: boolean;
  readonly json: boolean;
  /** Base URL of the directory for owner lookups, or null for the config's or none. */
  readonly directory: string | null;
  /** Manifests whose packages are resolved to files. */
  readonly from: readonly string[];
  /** Empty for the files in the lock. */
  readonly inputs: readonly string[];
}

export function parseLockArguments(argv: readonly string[]): Parsed<LockOptions> {
  try {
    const { values, positionals } = read(argv);
    if (values.help) return { kind: 'help' };
    const { check = false, json = false, directory, from = [] } = values;
    if (check && positionals.length > 0) return { kind: 'wrong', message: '--check takes no files: it checks all' };
    if (check && from.length > 0) return { kind: 'wrong', message: '--from is for writing, not for --check' };
    if (json && !check) return { kind: 'wrong', message: '--json is for --check' };
    if (positionals.includes('-')) return { kind: 'wrong', message: 'standard input cannot be locked' };
    const fault = faultOfDirectory(directory);
    if (fault !== null) return { kind: 'wrong', message: fault };
    return { kind: 'run', options: { check, json, directory: directory ?? null, from, inputs: positionals } };
  } catch (error) {
    return { kind: 'wrong', message: reasonOfUsage(error) };
  }
}

function read(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      check: { type: 'boolean' },
      json: { type: 'boolean' },
      directory: { type: 'string' },
      from: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
  });
}
