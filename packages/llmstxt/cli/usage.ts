import { type ParseArgsConfig, parseArgs } from 'node:util';
import { InputError } from './input.ts';

export type Command = 'check' | 'fix' | 'diff' | 'draft' | 'build' | 'lock' | 'agree';

/** Wrong arguments of a command. The program prints the usage of the command below the message. */
export class UsageError extends InputError {}

export const USAGE = `usage: llmstxt <command> ...

  check <file|folder|url|->...  says what is wrong with llms.txt files, and how to fix it
  fix <file|folder>...          writes what can be fixed safely back into the files
  diff <before> <after>         lists what changed between two files: names, sections and links
  draft <site>                  writes an llms.txt for a site that has none, from what it publishes
  build <folder> --base <url>   writes the llms.txt of a site that a generator has built into a folder
  lock [<file|folder|url>...]   writes llms.lock: what the files say that a repository relies on
  lock --check                  says which of them have changed, and whose owner has
  agree -- <program>            measures how well a validator agrees with people who graded real files

  --help                        this text, or after a command, its options
  --version                     the version of this program
`;

const CHECK_OPTIONS = `  --format NAME      text (the default), unix (a line per finding), json (an object per input and line),
                     github (annotations of GitHub Actions), sarif (one SARIF 2.1.0 log)
  --json, --sarif    short for --format json and --format sarif
  --fix              writes what can be fixed safely back into the files
  --watch            checks again after every change, until Ctrl-C
  --config FILE      this config in place of the nearest llmstxt.config.json above each file
  --base URL         the address of each file's folder: links below it must have a file there
  --max-warnings N   fails when there are more than N warnings
  --help             this text

exit code: 0 all valid, 1 something is invalid (or too many warnings), 2 wrong usage or an input that cannot be read
`;

export const USAGES: Readonly<Record<Command, string>> = {
  check: `usage: llmstxt check [options] [<file|folder|url|->...]

Checks llms.txt files. A folder stands for the llms.txt files in it, or for its text files when it has none of that
name; a URL without a path stands for its /llms.txt; - reads standard input. Without an input, the paths of the config are
checked.

${CHECK_OPTIONS}`,
  fix: `usage: llmstxt fix [options] [<file|folder>...]

Writes what can be fixed safely back into the files, and reports what is left: the same as check --fix.

${CHECK_OPTIONS}`,
  diff: `usage: llmstxt diff [options] <before> <after>

Lists what changed between two llms.txt files, not how they are written. Each is a file, a URL or - for standard input.

  --json             one JSON object
  --help             this text

exit code: 0 no change, 1 changes, 2 wrong usage or an input that cannot be read
`,
  draft: `usage: llmstxt draft [options] <domain|url>

Writes an llms.txt for a site to standard output, from its homepage, its sitemap and the titles of its pages. A directory
reads the site, as robots.txt allows, and invents nothing. Read the draft before you publish it.

  --directory URL    the directory that reads the site; without it, the \`directory\` of llmstxt.config.json
  --output FILE, -o  writes the draft to this file
  --force            replaces the file if it is there already
  --help             this text

exit code: 0 a draft was written, 2 wrong usage, no draft could be made, or the file is there already
`,
  build: `usage: llmstxt build [options] --base <url> <folder>

Writes llms.txt into a folder that a generator has built, from the titles, headings and descriptions of its pages, and says
whether it is valid. Only pages of the default language are listed. Error pages, redirects and pages that ask not to be
indexed are left out.

  --base URL         the address of the folder
  --title TEXT       the name of the site, in place of the homepage's
  --summary TEXT     what it is, in place of the homepage's description
  --exclude PATH     leaves out the pages below this path; may be given several times
  --optional PATH    lists the pages below this path last, under "Optional"; may be given several times
  --locales          also writes the llms.txt of each further language into its folder
  --full             also writes llms-full.txt, the text of all pages
  --help             this text

exit code: 0 the file is valid, 1 it is not, 2 wrong usage, or no page to list
`,
  lock: `usage: llmstxt lock [options] [<file|folder|url>...]

Writes llms.lock in the working folder: the hash and the content of each llms.txt that a repository relies on. Without
an input, the files that are locked already are read anew.

  --from FILE        also locks the llms.txt files of the direct dependencies in a package-lock.json, requirements.txt or
                     Cargo.toml, as far as the directory knows them; may be given several times
  --check            says what is no longer as locked: content, a file that is gone, an owner; writes nothing
  --directory URL    asks this directory whether the owners of the files' domains are proven, which file covers a page
                     that is to be locked, and where one that is gone may be; without it, and without a \`directory\`
                     in llmstxt.config.json, nobody is asked
  --json             with --check: one JSON object per file and line
  --help             this text

exit code: 0 all as locked, 1 something is not, 2 wrong usage or something that cannot be read
`,
  agree: `usage: llmstxt agree [options] --files <folder> [-- <program> [<argument>...]]

Measures how well the scores of a program agree with people who read and graded real llms.txt files, and how they move if a file
is edited. The program reads a file from standard input and prints a number, a higher one for a better file; LLMS_TXT_URL is the
URL of the file. Without a program, the quality of this package is measured. Judged files that the folder lacks are fetched into
it. A file that is no longer as people read it is left out.

  --files FOLDER     the folder of the judged files
  --offline          fetches nothing
  --json             one JSON object
  --help             this text

exit code: 0 measured, 2 wrong usage, too few files, or a program that prints no number
`,
};

/** Parses arguments. Throws a `UsageError` for an unknown option or a missing value. `--help` is handled before. */
export function parseOptions<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Keep the first sentence of Node's message, because its advice about `--` does not apply.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new UsageError(sentence);
  }
}
