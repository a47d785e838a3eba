import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { lint } from '#llmstxt';
import type { PageSite } from '../../src/directory/resolution.ts';
import { BASE_URL, serveFake } from '../functions/http/serve-fake.ts';
import { runIn } from '../llmstxt/cli/run-in.ts';
import { folderOfTest, writeInto } from '../temp-folder.ts';

const guide = readFileSync(join(import.meta.dirname, '../../src/content/docs/publish.md'), 'utf8');
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code);

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

it('contains commands that make a file from built pages without problems, and check it', async () => {
  const page = (title: string, description: string) =>
    `<html lang="en"><title>${title} | Example</title><meta name="description" content="${description}"><h1>${title}</h1>`;
  const pages = {
    'index.html': page('Example', 'What it is.'),
    'guide/index.html': page('The guide', 'How to start.'),
    'guide/deploy.html': page('Deploy', 'From a laptop to a server.'),
  };
  for (const [name, text] of Object.entries(pages)) {
    for (const dist of ['docs/.vitepress/dist', 'build']) writeInto(folder, join(dist, name), text);
  }
  const inFolder = (command: string) => command.replace(/(?<= )(docs\/|build(?= ))/, `${folder}/$1`);
  const builds = [...guide.matchAll(/npx @llms-txt-directory\/llmstxt (build .+)$/gm)].map(
    ([, command = '']) => command,
  );
  expect(builds).toHaveLength(2);
  const checks = listCommands('check --base');
  expect(checks).toHaveLength(1);
  for (const command of [...builds, ...checks]) {
    expect(await runInGuide(inFolder(command))).toMatchObject({ code: 0 });
  }
  const body = readFileSync(join(folder, 'docs/.vitepress/dist/llms.txt'), 'utf8');
  expect(body).toContain('- [Deploy](https://docs.example.com/guide/deploy.html): From a laptop to a server.');
  expect(readFileSync(join(folder, 'build/llms.txt'), 'utf8')).toBe(body);
  const { findings } = lint({ body });
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
});

it('contains valid settings, and a workflow with inputs of the action', () => {
  for (const code of blocks('json')) expect(JSON.parse(code)).toBeTypeOf('object');
  const action = parseYaml(readFileSync(join(import.meta.dirname, '../../action.yml'), 'utf8'));
  const workflow = blocks('yaml').find((code) => code.includes('@COMMIT')) ?? '';
  const [, inputs = ''] = /@COMMIT\n +with:\n((?: {10,}.*\n)+)/.exec(workflow) ?? [];
  const names = Object.keys(parseYaml(inputs) ?? {});
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(Object.keys(action.inputs)).toContain(name);
});

it('contains checks that run before a commit, in a pull request and on a schedule, without a name to fill in', async () => {
  const recipes = [...blocks('yml'), ...blocks('yaml')].filter((code) => !code.includes('@COMMIT'));
  expect(recipes).toHaveLength(4);
  const text = '# Docs\n\n> What it is.\n\n##Pages\n\n- [A](https://example.com/a): the first page\n';
  const file = writeInto(folder, 'docs/public/llms.txt', text);
  for (const recipe of recipes) {
    expect(parseYaml(recipe)).toBeTypeOf('object');
    expect(recipe).not.toMatch(/OWNER|COMMIT|<\w/);
    const [, command = ''] = /npx --yes @llms-txt-directory\/llmstxt (check[^>\n]*)/.exec(recipe) ?? [];
    const args = command
      .trim()
      .replace(/docs\/public\/llms\.txt|https:\S+/, file)
      .split(' ');
    const { code, out } = await runIn(folder, args.at(-1) === file ? args : [...args, file]);
    expect([command, code]).toEqual([command, command.includes('--max-warnings 0') ? 1 : 0]);
    expect(out).toContain('heading-space');
  }
});

/** Runs a command of the guide against the directory of this test. */
function runInGuide(command: string, options?: Parameters<typeof runIn>[2]) {
  return runIn(folder, command.replaceAll('%BASE_URL%', BASE_URL).split(' '), options);
}

const listCommands = (name: string) =>
  blocks('sh').flatMap(
    (code) => code.match(new RegExp(`(?<=^npx @llms-txt-directory/llmstxt )${name} .+$`, 'gm')) ?? [],
  );

it('contains a command that drafts a file by this directory', async () => {
  const text = '# Docs\n\n## Pages\n\n- [A](https://docs.example.com/a)\n';
  const { send } = serveFake(
    {},
    {},
    {
      draft: async (domain, { report }) => {
        expect(domain).toBe('docs.example.com');
        report('Reading the sitemaps');
        return { text, pagesRead: 3, notes: ['No sitemap was found.'] };
      },
    },
  );
  const [command = '', ...others] = listCommands('draft');
  expect(others).toEqual([]);
  const ended = await runInGuide(command, {
    fetch: ({ pathname }, { method = 'GET', headers }) =>
      send(method, pathname, undefined, Object.fromEntries(new Headers(headers))),
  });
  expect(ended).toEqual({
    code: 0,
    out: '',
    err: 'draft: Reading the sitemaps\ndraft: No sitemap was found.\ndraft: made from 3 pages, written to llms.txt\n',
  });
  expect(readFileSync(join(folder, 'llms.txt'), 'utf8')).toBe(text);
});

it('locks files, checks them by this directory, and locks them again', async () => {
  const site: PageSite = {
    domain: 'docs.example.com',
    tier: 'listed',
    verified: true,
    verified_at: '2026-10-01T00:00:00.000Z',
    title: 'Docs',
    file: 'https://docs.example.com/llms.txt',
    scoped: [],
    twins: [],
    links: [],
  };
  const served = { file: '# Docs\n\n## Pages\n\n- [A](/a)\n' };
  const { send } = serveFake({ findPages: async (queries) => queries.map(() => [site]) });
  const run = async (command = '') => {
    const { code, out, err } = await runInGuide(command, {
      fetch: async ({ origin, pathname, href }, { method = 'GET', body }) => {
        if (origin === BASE_URL) return await send(method, pathname, body);
        expect(href).toBe(site.file);
        return new Response(served.file);
      },
    });
    return { code, out: out + err };
  };
  writeInto(folder, 'vendor/llms.txt', served.file);
  const [lock, check, lockAgain, ...others] = listCommands('lock');
  expect(others).toEqual([]);
  expect(await run(lock)).toEqual({ code: 0, out: 'llms.lock: 2 files locked\n' });
  expect(await run(check)).toEqual({ code: 0, out: 'llms.lock: 2 files, no problems\n' });
  served.file += '- [B](/b)\n';
  expect(await run(check)).toMatchObject({ code: 1 });
  expect(await run(lockAgain)).toMatchObject({ code: 0 });
  expect(await run(check)).toMatchObject({ code: 0 });
});
