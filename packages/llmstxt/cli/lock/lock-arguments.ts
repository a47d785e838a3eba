import { hasCredentials } from '../../src/address/credentials.ts';
import { faultOfDirectory } from '../find-directory.ts';
import { parseOptions, UsageError } from '../usage.ts';

export interface LockOptions {
  readonly check: boolean;
  readonly json: boolean;
  /** Base URL of the directory for owner lookups, or null for the directory of the config. */
  readonly directory: string | null;
  /** Manifests whose packages are resolved to files. */
  readonly from: readonly string[];
  /** Empty to check the files of the lock. */
  readonly inputs: readonly string[];
}

export function parseLockArguments(argv: readonly string[]): LockOptions {
  const { values, positionals } = parseOptions(argv, {
    check: { type: 'boolean' },
    json: { type: 'boolean' },
    directory: { type: 'string' },
    from: { type: 'string', multiple: true },
  });
  const { check = false, json = false, directory, from = [] } = values;
  if (check && positionals.length > 0) throw new UsageError('--check needs no files, because it checks all');
  if (check && from.length > 0) throw new UsageError('do not use --from with --check');
  if (json && !check) throw new UsageError('--json needs --check');
  if (positionals.includes('-')) throw new UsageError('standard input cannot be locked');
  if (positionals.some(hasCredentials)) throw new UsageError('a URL with a user name or password cannot be locked');
  const fault = faultOfDirectory(directory);
  if (fault !== null) throw new UsageError(fault);
  return { check, json, directory: directory ?? null, from, inputs: positionals };
}
