import { parseArgs } from 'node:util';

interface CheckOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly fix: boolean;
  /** More warnings than this, over all inputs, fail the run; null for any number. */
  readonly maxWarnings: number | null;
  readonly inputs: readonly string[];
}

export type ParsedArguments =
  | { readonly kind: 'run'; readonly options: CheckOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const USAGE = `usage: npm run check -- [options] <file|folder|url|->...

Checks llms.txt files. A folder gives the llms.txt files in it, or its text files when it has none of that name;
a URL without a path means its /llms.txt; - reads standard input.

  --json             one JSON object per input and line
  --sarif            one SARIF 2.1.0 log for all inputs
  --fix              writes what can be repaired safely back into the files
  --max-warnings N   fails when there are more than N warnings
  --help             this text

exit code: 0 all valid, 1 something is invalid (or too many warnings), 2 wrong usage or an input that cannot be read
`;

export function parseArguments(argv: readonly string[]): ParsedArguments {
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read(argv);
  } catch (error) {
    // Node's own sentence names the option; what it advises about `--` is of no use here.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    return { kind: 'wrong', message: sentence };
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  if (values.json && values.sarif) return { kind: 'wrong', message: '--json and --sarif exclude each other' };
  const limit = values['max-warnings'];
  if (limit !== undefined && !/^\d{1,9}$/.test(limit)) {
    return { kind: 'wrong', message: `--max-warnings takes a whole number, not '${limit}'` };
  }
  if (positionals.length === 0) return { kind: 'wrong', message: 'no input: name a file, a folder, a URL or -' };
  if (values.fix && positionals.some((input) => input === '-' || isUrl(input))) {
    return { kind: 'wrong', message: '--fix writes files: it cannot be used with a URL or standard input' };
  }
  return {
    kind: 'run',
    options: {
      format: values.json ? 'json' : values.sarif ? 'sarif' : 'text',
      fix: values.fix ?? false,
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

export function isUrl(input: string): boolean {
  return /^https?:\/\//i.test(input);
}
