import { type ParseArgsConfig, parseArgs } from 'node:util';
import { InputError } from './input.ts';

export type Command = 'check' | 'fix' | 'diff' | 'draft' | 'build' | 'lock';

/** Wrong arguments of a command. The program prints the usage of the command below the message. */
export class UsageError extends InputError {}

export const USAGE = `usage: llmstxt <command> ...

  check <file|folder|url|->...  lists problems of llms.txt files, with fixes
  fix <file|folder>...          makes all safe fixes in the files
  diff <before> <after>         lists changes of names, sections and links between two files
  draft <site>                  drafts an llms.txt from the pages of a site
  build <folder> --base <url>   writes the llms.txt of a built site into its folder
  lock [<file|folder|url>...]   writes llms.lock: the content of each llms.txt that a repository relies on
  lock --check                  lists the files whose content or owner changed

  --help                        shows this text, or the options of a command
  --version                     shows the version of this program
`;

const CHECK_OPTIONS = `  --format NAME      text (the default), unix (one line per finding), json (one object per input and line),
                     github (annotations of GitHub Actions), sarif (one SARIF 2.1.0 log)
  --json, --sarif    short for --format json and --format sarif
  --fix              makes all safe fixes in the files
  --watch            checks again after every change, until Ctrl-C
  --config FILE      uses this config instead of the nearest llmstxt.config.json above each file
  --base URL         the URL of each file's folder; links below this URL must have a file in the folder
  --max-warnings N   fails if there are more than N warnings
  --help             this text

exit code: 0 all valid, 1 something is invalid (or too many warnings), 2 wrong usage or an input that cannot be read
`;

export const USAGES: Readonly<Record<Command, string>> = {
  check: `usage: llmstxt check [options] [<file|folder|url|->...]

Checks llms.txt files. For a folder, checks its llms.txt files, or its text files if it has no llms.txt. For a URL
without a path, checks its /llms.txt. - reads standard input. Without an input, checks the paths of the config.

${CHECK_OPTIONS}`,
  fix: `usage: llmstxt fix [options] [<file|folder>...]

Makes all safe fixes in the files, and reports the remaining findings, like check --fix.

${CHECK_OPTIONS}`,
  diff: `usage: llmstxt diff [options] <before> <after>

Lists content changes between two llms.txt files, and ignores formatting. Each input is a file, a URL or -
for standard input.

  --json             one JSON object
  --help             this text

exit code: 0 no change, 1 changes, 2 wrong usage or an input that cannot be read
`,
  draft: `usage: llmstxt draft [options] <domain|url>

Drafts an llms.txt for a site from its homepage, its sitemap and the titles of its pages, and prints it. A directory
reads the site, obeys its robots.txt, and invents nothing. Read the draft before you publish it.

  --directory URL    the directory that reads the site; by default, the \`directory\` of llmstxt.config.json
  --output FILE, -o  writes the draft to this file
  --force            replaces an existing file
  --help             this text

exit code: 0 draft written, 2 wrong usage, no draft, or the file exists
`,
  build: `usage: llmstxt build [options] --base <url> <folder>

Writes llms.txt into a folder of built pages, from their titles, headings and descriptions, and reports the validity of
the file. Lists only pages of the default language. Omits error pages, redirects, empty pages and pages with noindex.

  --base URL         the URL of the folder
  --title TEXT       the name of the site, instead of the homepage's
  --summary TEXT     the summary of the site, instead of the homepage's description
  --exclude PATH     omits the pages below this path; can be repeated
  --optional PATH    lists the pages below this path last, under "Optional"; can be repeated
  --locales          also writes the llms.txt of each other language into its folder
  --full             also writes llms-full.txt, the text of all pages
  --help             this text

exit code: 0 the file is valid, 1 the file is invalid, 2 wrong usage, or no page to list
`,
  lock: `usage: llmstxt lock [options] [<file|folder|url>...]

Writes llms.lock in the working folder: the hash and the content of each llms.txt that a repository relies on. Without
an input, reads all locked files again.

  --from FILE        also locks the llms.txt files of the direct dependencies in a package-lock.json, requirements.txt or
                     Cargo.toml, if the directory has them; can be repeated
  --check            lists changed content, missing files and changed owners; writes nothing
  --directory URL    this directory finds the file that covers a page, the new URL of a missing file, and the verification
                     of each site; by default, the \`directory\` of llmstxt.config.json, or else no directory
  --json             with --check: one JSON object per file, one per line
  --help             this text

exit code: 0 no difference, 1 a difference, 2 wrong usage or an input that cannot be read
`,
};

/**
 * Parses arguments. Throws a `UsageError` for an unknown option, a missing value or an empty argument, such as a
 * variable without a value. The caller handles `--help`.
 */
export function parseOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: Options,
) {
  const parsed = orUsageError(() => parseArgs({ args: [...argv], allowPositionals: true, options }));
  if (parsed.positionals.some((argument) => argument === '')) throw new UsageError('an argument is empty');
  return parsed;
}

function orUsageError<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    // Keep the first sentence of Node's message, because its advice about `--` does not apply.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s/);
    const [, option] = /(--[\w-]+)[^']*' argument (?:is ambiguous|missing)/.exec(sentence) ?? [];
    throw new UsageError(option === undefined ? sentence : `${option} needs a value that does not start with a dash`);
  }
}
