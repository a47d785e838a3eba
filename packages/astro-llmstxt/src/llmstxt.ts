import { readFile, writeFile } from 'node:fs/promises';
import type { AstroIntegration, AstroIntegrationLogger } from 'astro';
import { applySettings, lint } from '../../llmstxt/src/index.ts';
import { composeFile, type FileOptions, isUnder, type PlacedPage, trimSlashes } from './compose-file.ts';
import { readBuiltPage } from './read-built-page.ts';

/** What is made of the pages, and how strictly it is checked. */
export interface LlmstxtOptions extends FileOptions {
  /** Beginnings of paths of pages that are left out, beside error pages and those that are not to be indexed. */
  readonly exclude?: readonly string[] | undefined;
  /** Rules that are off, or have another severity, by id: as in `llmstxt.config.json`. */
  readonly rules?: Readonly<Record<string, 'off' | 'error' | 'warning' | 'info'>> | undefined;
  /** The least severity that fails the build; `error` by default. */
  readonly failOn?: 'error' | 'warning' | 'never' | undefined;
}

const ERROR_PAGES = ['404', '500'];

/**
 * Makes `llms.txt` of the pages of a site at the end of its build, and checks it. A file of that name in `public/` is
 * checked and left as it is. The build fails without a `site` in the configuration, and as `failOn` says.
 */
export default function llmstxt(options: LlmstxtOptions = {}): AstroIntegration {
  let site: string | undefined;
  let base = '/';
  return {
    name: '@llms-txt-directory/astro-llmstxt',
    hooks: {
      'astro:config:done': ({ config }) => {
        site = config.site;
        base = config.base;
      },
      'astro:build:done': async ({ dir, pages, logger }) => {
        if (site === undefined) throw new Error('llms.txt needs absolute links: set `site` in the configuration');
        const root = new URL(`${trimSlashes(base)}/`.replace(/^\//, ''), `${new URL(site).origin}/`).href;
        const file = new URL('llms.txt', dir);
        const own = await readIfThere(file);
        const text = own ?? composeFile(await readPages(pages, dir, root, options.exclude ?? []), options, root);
        if (own === null) await writeFile(file, text);
        logger.info(own === null ? 'llms.txt was made of the pages' : 'llms.txt of public/ is left as it is');
        check(text, new URL('llms.txt', root).href, options, logger);
      },
    },
  };
}

async function readPages(
  pages: readonly { readonly pathname: string }[],
  dir: URL,
  root: string,
  exclude: readonly string[],
): Promise<readonly PlacedPage[]> {
  const placed: PlacedPage[] = [];
  for (const { pathname } of pages) {
    const path = trimSlashes(pathname);
    if (ERROR_PAGES.includes(path) || exclude.some((start) => isUnder(path, start))) continue;
    const html = await readHtml(path, dir);
    if (html === null) continue;
    const page = readBuiltPage(html);
    const url = new URL(page.canonical ?? pathname.replace(/^\/+/, ''), root);
    // A page whose canonical address is on another site is that site's.
    if (!page.noindex && url.origin === new URL(root).origin) placed.push({ url: url.href, path, page });
  }
  return placed;
}

/** Of each way that Astro lays out pages. */
async function readHtml(path: string, dir: URL): Promise<string | null> {
  const inFolder = await readIfThere(new URL(`${path === '' ? '' : `${path}/`}index.html`, dir));
  return inFolder ?? (await readIfThere(new URL(`${path}.html`, dir)));
}

async function readIfThere(file: URL): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
}

function check(text: string, url: string, options: LlmstxtOptions, logger: AstroIntegrationLogger): void {
  const { rules = {}, failOn = 'error' } = options;
  const { findings } = applySettings(lint({ body: text, url }), rules);
  const failing = failOn === 'never' ? [] : failOn === 'warning' ? ['error', 'warning'] : ['error'];
  for (const { severity, id, line, message } of findings) {
    const sentence = `llms.txt${line === null ? '' : `:${line}`}: ${message} (${id})`;
    if (severity === 'error') logger.error(sentence);
    else if (severity === 'warning') logger.warn(sentence);
    else logger.debug(sentence);
  }
  const count = findings.filter(({ severity }) => failing.includes(severity)).length;
  if (count > 0)
    throw new Error(`llms.txt has ${count} ${count === 1 ? 'finding that fails' : 'findings that fail'} the build`);
}
