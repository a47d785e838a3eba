import { parseArgs } from 'node:util';
import { type Parsed, reasonOfUsage } from './usage.ts';

export interface DiffOptions {
  readonly json: boolean;
  readonly before: string;
  readonly after: string;
}

export function parseDiffArguments(argv: readonly string[]): Parsed<DiffOptions> {
  try {
    const { values, positionals } = read(argv);
    if (values.help) return { kind: 'help' };
    const [before, after, ...others] = positionals;
    if (before === undefined || after === undefined || others.length > 0) {
      return { kind: 'wrong', message: `takes two files, not ${positionals.length}` };
    }
    if (before === '-' && after === '-') return { kind: 'wrong', message: 'only one of the two can be standard input' };
    return { kind: 'run', options: { json: values.json ?? false, before, after } };
  } catch (error) {
    return { kind: 'wrong', message: reasonOfUsage(error) };
  }
}

function read(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
}
