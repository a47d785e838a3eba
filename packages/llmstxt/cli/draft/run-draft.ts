import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { decodeBody, detectBodyKind } from '../../src/index.ts';
import type { Console, ExitCode } from '../console.ts';
import { fetchFile } from '../fetch-file.ts';
import { findDirectory } from '../find-directory.ts';
import { InputError } from '../input.ts';
import { printable } from '../printable.ts';
import { count } from '../tally.ts';
import { replaceFile } from '../write-atomically.ts';
import { askForDraft } from './ask-for-draft.ts';
import type { DraftOptions } from './draft-arguments.ts';

/**
 * Writes a draft of a site's llms.txt by a directory. Exits with 0 if it was written, 2 if none could be made or the
 * file exists.
 */
export async function runDraft(
  { domain, directory, output, force }: DraftOptions,
  console: Console,
): Promise<ExitCode> {
  const tell = (message: string) => console.err(`draft: ${printable(message)}\n`);
  const directoryUrl = await findDirectory(directory, console);
  if (directoryUrl === null) {
    throw new InputError(
      'no directory: name the directory that reads the site with --directory or in llmstxt.config.json',
    );
  }
  const path = output === null ? null : resolve(console.cwd, output);
  // Check the path before the site is read.
  if (path !== null && !(await isThere(dirname(path)))) throw new InputError(`${output}: its folder does not exist`);
  if (path !== null && !force && (await isThere(path))) {
    throw new InputError(`${output}: exists. Use --force to replace it`);
  }
  const existing = findExisting(domain, console);
  const { text, pagesRead, notes } = await askForDraft(domain, directoryUrl, tell);
  if (path === null) await console.out(text);
  else await replaceFile(path, text, { isNew: !force });
  for (const note of notes) tell(note);
  const url = await existing;
  if (url !== null) tell(`the site already has an llms.txt: ${url}. Compare the two with \`llmstxt diff\``);
  tell(`made from ${count(pagesRead, 'page')}${output === null ? '' : `, written to ${output}`}`);
  return 0;
}

/** Returns the URL of the site's own llms.txt, or null without a file that this machine can read. */
async function findExisting(domain: string, { network }: Console): Promise<string | null> {
  try {
    const { body, response } = await fetchFile(`https://${domain}/llms.txt`, network);
    const isFile = body !== null && detectBodyKind(decodeBody(body).text).kind === 'llms';
    return isFile ? response.finalUrl : null;
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
