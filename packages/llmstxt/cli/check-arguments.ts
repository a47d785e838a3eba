import { parseArgs } from 'node:util';
import { isUrl } from './input.ts';
import { type Parsed, reasonOfUsage } from './usage.ts';

export interface CheckOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly fix: boolean;
  /** More warnings than this, over all inputs, fail the run; null for any number. */
  readonly maxWarnings: number | null;
  readonly inputs: readonly string[];
}

/** `isFix`: the command is `fix`, which is `check --fix`. */
export function parseCheckArguments(argv: readonly string[], isFix: boolean): Parsed<CheckOptions> {
  try {
    return toOptions(read(argv), isFix);
  } catch (error) {
    return { kind: 'wrong', message: reasonOfUsage(error) };
  }
}

function toOptions({ values, positionals }: ReturnType<typeof read>, isFix: boolean): Parsed<CheckOptions> {
  if (values.help) return { kind: 'help' };
  if (values.json && values.sarif) return { kind: 'wrong', message: '--json and --sarif exclude each other' };
  const limit = values['max-warnings'];
  if (limit !== undefined && !/^\d{1,9}$/.test(limit)) {
    return { kind: 'wrong', message: `--max-warnings takes a whole number, not '${limit}'` };
  }
  if (positionals.length === 0) return { kind: 'wrong', message: 'no input: name a file, a folder, a URL or -' };
  const fix = isFix || (values.fix ?? false);
  if (fix && positionals.some((input) => input === '-' || isUrl(input))) {
    return { kind: 'wrong', message: '--fix writes files: it cannot be used with a URL or standard input' };
  }
  return {
    kind: 'run',
    options: {
      format: values.json ? 'json' : values.sarif ? 'sarif' : 'text',
      fix,
      maxWarnings: limit === undefined ? null : Number(limit),
      inputs: positionals,
    },
  };
}

function read(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      sarif: { type: 'boolean' },
      fix: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      'max-warnings': { type: 'string' },
    },
  });
}
