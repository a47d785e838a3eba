import { parseOptions, UsageError } from './usage.ts';

export interface DiffOptions {
  readonly json: boolean;
  readonly before: string;
  readonly after: string;
}

export function parseDiffArguments(argv: readonly string[]): DiffOptions {
  const { values, positionals } = parseOptions(argv, { json: { type: 'boolean' } });
  const [before, after, ...others] = positionals;
  if (before === undefined || after === undefined || others.length > 0) {
    throw new UsageError(`needs two files, not ${positionals.length}`);
  }
  if (before === '-' && after === '-') throw new UsageError('only one of the two can be standard input');
  return { json: values.json ?? false, before, after };
}
