import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';
import { env, npm, pack } from '../llmstxt/package/new-user.ts';
import { folderOfFile, writeInto } from '../temp-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Newest version that supports the repository's Astro. */
const STARLIGHT = '@astrojs/starlight@0.42.4';
const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const folder = folderOfFile();
let files: string[] = [];

function run(program: string, ...args: readonly string[]): string {
  const options = { cwd: folder, env: { ...env, ASTRO_TELEMETRY_DISABLED: '1' }, encoding: 'utf8' } as const;
  return execFileSync(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}

const write = (name: string, text: string) => writeInto(folder, name, text);

const CONFIG = `import starlight from '@astrojs/starlight';
import llmstxt from '@llms-txt-directory/astro-llmstxt';
import { defineConfig } from 'astro/config';
export default defineConfig({
  site: 'https://docs.example.com',
  integrations: [
    starlight({
      title: 'Teapot',
      sidebar: [
        { label: 'Start here', items: ['guides/install', { label: 'More', items: ['guides/deep'] }] },
        { label: 'Reference', items: ['reference/options'] },
      ],
    }),
    llmstxt(),
  ],
});
`;

const COLLECTION = `import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`;

beforeAll(() => {
  const integration = pack('astro-llmstxt', folder);
  files = run('tar', 'tzf', integration).trim().split('\n').sort();
  write('package.json', '{ "private": true, "type": "module" }\n');
  npm(['install', `astro@${dependencies.astro}`, STARLIGHT, inject('engineTarball'), integration], folder);
  write('astro.config.mjs', CONFIG);
  write('src/content.config.ts', COLLECTION);
  for (const [name, title] of [
    ['index', 'Welcome'],
    ['guides/deep', 'Deep dive'],
    ['guides/install', 'Install'],
    ['reference/options', 'Options'],
  ]) {
    write(`src/content/docs/${name}.md`, `---\ntitle: ${title}\ndescription: About ${name}.\n---\nText.\n`);
  }
});

it('packs only code, types, license and two texts', () => {
  expect(files).toEqual([
    'package/CHANGELOG.md',
    'package/LICENSE',
    'package/README.md',
    'package/dist/index.js',
    'package/dist/types/astro-llmstxt/src/llmstxt.d.ts',
    'package/dist/types/llmstxt/pages/compose-file.d.ts',
    'package/dist/types/llmstxt/pages/compose-site.d.ts',
    'package/dist/types/llmstxt/pages/read-built-page.d.ts',
    'package/dist/types/llmstxt/pages/read-site.d.ts',
    'package/dist/types/llmstxt/pages/site-address.d.ts',
    'package/package.json',
  ]);
});

it('writes llms.txt of a Starlight site with the groups and order of its sidebar', () => {
  run(process.execPath, 'node_modules/astro/bin/astro.mjs', 'build');
  expect(readFileSync(join(folder, 'dist/llms.txt'), 'utf8')).toBe(`# Teapot

> About index.

## Start here

- [Install](https://docs.example.com/guides/install/): About guides/install.
- [Deep dive](https://docs.example.com/guides/deep/): About guides/deep.

## Reference

- [Options](https://docs.example.com/reference/options/): About reference/options.
`);
});
