import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { composeSite } from '../../pages/compose-site.ts';
import { readSite } from '../../pages/read-site.ts';
import { lint } from '../../src/index.ts';
import type { Console, ExitCode } from '../console.ts';
import { formatReason, InputError } from '../input.ts';
import { printable } from '../printable.ts';
import { count } from '../tally.ts';
import { replaceFile } from '../write-atomically.ts';
import type { BuildOptions } from './build-arguments.ts';

/**
 * Writes the llms.txt of a built site into its folder. Exits with 0 if it is valid, 1 if not, 2 if none could be
 * made.
 */
export async function runBuild({ site, ...options }: BuildOptions, console: Console): Promise<ExitCode> {
  const tell = (message: string) => console.err(`build: ${printable(message)}\n`);
  const toDisplayPath = (name: string) => relative(console.cwd, join(site.folder, name)) || name;
  const files = composeSite(await readPages(site), options, site.base);
  if (files[0]?.pages === 0) {
    throw new InputError(
      `${toDisplayPath('')}: no page to list. Check that --base is the URL of the folder in the pages.`,
    );
  }
  let isValid = true;
  for (const { name, text, pages } of files) {
    await replaceFile(join(site.folder, name), text);
    tell(`${toDisplayPath(name)}: made from ${count(pages, 'page')}`);
    if (name.endsWith('llms-full.txt')) continue;
    const { valid, findings } = lint({ body: text, url: `${site.base}${name}` });
    isValid &&= valid;
    for (const { message } of findings.filter(({ severity }) => severity === 'error')) {
      tell(`${toDisplayPath(name)}: invalid: ${message}`);
    }
  }
  return isValid ? 0 : 1;
}

async function readPages(site: BuildOptions['site']) {
  try {
    if (!(await stat(site.folder)).isDirectory()) throw new InputError(`${site.folder}: is not a folder`);
    return await readSite(site);
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(`${site.folder}: ${formatReason(error)}`);
  }
}
