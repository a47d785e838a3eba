import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroIntegrationLogger } from 'astro';
import { trimSlashes } from '../../llmstxt/pages/compose-file.ts';
import { composeSite, type SiteOptions } from '../../llmstxt/pages/compose-site.ts';
import { readSite } from '../../llmstxt/pages/read-site.ts';
import { applySettings, lint } from '../../llmstxt/src/index.ts';

/** Options for the generated file and for the strictness of its check. */
export interface LlmstxtOptions extends SiteOptions {
  /** Settings of rules by id, like in `llmstxt.config.json`. */
  readonly rules?: Readonly<Record<string, 'off' | 'error' | 'warning' | 'info'>> | undefined;
  /** Least severity that fails the build; `error` by default. */
  readonly failOn?: 'error' | 'warning' | 'never' | undefined;
}

/**
 * Writes and checks the `llms.txt` of a site at the end of its build. Only checks an existing file in `public/`.
 * Fails the build without a `site` in the configuration, or for findings that `failOn` selects.
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
      'astro:build:done': async ({ dir, logger }) => {
        if (site === undefined) throw new Error('llms.txt needs absolute links: set `site` in the configuration');
        const root = new URL(`${trimSlashes(base)}/`.replace(/^\//, ''), `${new URL(site).origin}/`).href;
        const pages = await readSite({ folder: fileURLToPath(dir).replace(/[\\/]$/, ''), base: root });
        for (const { name, text } of composeSite(pages, options, root)) {
          const file = new URL(name, dir);
          const own = await readIfThere(file);
          if (own === null) await writeFile(file, text);
          logger.info(own === null ? `${name} was created from the pages` : `${name} in public/ is unchanged`);
          if (!name.endsWith('llms-full.txt')) check(own ?? text, new URL(name, root).href, options, logger);
        }
      },
    },
  };
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
