import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'astro';
import { beforeEach, describe, expect, it } from 'vitest';
import llmstxt, { type LlmstxtOptions } from '../../packages/astro-llmstxt/src/llmstxt.ts';
import { folderOfTest, writeInto } from '../temp-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');

let folder = '';
beforeEach(() => {
  folder = folderOfTest();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  page('index', 'Teapot | Brew anywhere', 'Teapot brews tea anywhere.', '<h1>Brew anywhere</h1>');
  page('about', 'About us | Teapot', 'Who brews.');
  page('guides/install', 'Install | Teapot', 'How to install it.', '<h1>Install &amp; start</h1>');
  page('guides/deep/inside', 'Inside | Teapot', 'How it works.');
  page('legal/imprint', 'Imprint | Teapot', 'Who is responsible.');
  page('secret', 'Secret', 'Not for search.', '', '<meta name="robots" content="noindex" />');
  page('404', 'Not found', 'Nothing.');
});

const write = (name: string, text: string) => writeInto(folder, name, text);

function page(name: string, title: string, description: string, body = '', head = ''): void {
  const meta = `<title>${title}</title><meta name="description" content="${description}" />${head}`;
  write(`src/pages/${name}.astro`, `<html lang="en"><head>${meta}</head><body>${body}</body></html>\n`);
}

interface Site {
  readonly site?: string;
  readonly base?: string;
  readonly format?: 'file' | 'directory';
}

async function buildSite(options: LlmstxtOptions = {}, { site = 'https://teapot.example', base, format }: Site = {}) {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    ...(site !== '' && { site }),
    ...(base && { base }),
    build: { format: format ?? 'directory' },
    integrations: [llmstxt(options)],
  });
  return readFileSync(join(folder, 'dist/llms.txt'), 'utf8');
}

const MADE = `# Teapot

> Teapot brews tea anywhere.

## Pages

- [About us](https://teapot.example/about/): Who brews.

## Guides

- [Inside](https://teapot.example/guides/deep/inside/): How it works.
- [Install & start](https://teapot.example/guides/install/): How to install it.

## Legal

- [Imprint](https://teapot.example/legal/imprint/): Who is responsible.
`;

describe('an Astro build', () => {
  it('writes llms.txt with the name, descriptions and sections by path, and files of other languages on request', async () => {
    for (const name of ['index', 'guide']) {
      page(`fr/${name}`, `${name} en français | Teapot`, 'En français.');
      const file = `src/pages/fr/${name}.astro`;
      write(file, readFileSync(join(folder, file), 'utf8').replace('lang="en"', 'lang="fr"'));
    }
    expect(await buildSite({ locales: true, full: true })).toBe(MADE);
    expect(readFileSync(join(folder, 'dist/fr/llms.txt'), 'utf8')).toContain('(https://teapot.example/fr/guide/)');
    expect(readFileSync(join(folder, 'dist/llms-full.txt'), 'utf8')).toContain('URL: https://teapot.example/about/');
  });

  it('obeys the options, and writes the URLs of a site with a base path and file output', async () => {
    const options = {
      title: 'The Teapot',
      summary: 'Brewing.',
      sections: [{ title: 'Start', paths: ['/guides/install', 'about'] }],
      exclude: ['guides/deep'],
      optional: ['legal/'],
    };
    const text = await buildSite(options, { base: '/docs', format: 'file' });
    expect(text).toMatch(/^# The Teapot\n\n> Brewing\.\n\n## Start\n\n- \[About[^\n]*\n- \[Install/);
    expect(text).toMatch(/\n\n## Optional\n\n- \[Imprint[^\n]*\n$/);
    expect(text).toMatch(/\(https:\/\/teapot\.example\/docs\/guides\/install(?:\.html)?\)/);
    expect(text).not.toContain('Inside');
  });

  it('checks a file in public/ without a change, fails for an error, and obeys failOn and rules', async () => {
    write('public/llms.txt', 'no title\n');
    await expect(buildSite()).rejects.toThrow(/llms\.txt has \d+ findings? that fails? the build/);
    expect(await buildSite({ failOn: 'never' })).toBe('no title\n');
    const own = '# A\n\n> S\n\n# B\n\n## L\n\n- [a](https://tea.example/a): n\n';
    write('public/llms.txt', own);
    await expect(buildSite({ failOn: 'warning' })).rejects.toThrow('the build');
    expect(await buildSite({ failOn: 'warning', rules: { 'several-titles': 'off' } })).toBe(own);
  });

  it('fails without the URL of the site', async () => {
    await expect(buildSite({}, { site: '' })).rejects.toThrow('set `site` in the configuration');
  });
});
