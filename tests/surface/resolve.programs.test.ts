import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import type { PageQuery } from '../../src/store/pages.ts';
import { EXAMPLE_SITE } from '../functions/http/fake-store.ts';
import { listen } from '../functions/http/listen.ts';
import { serveFake } from '../functions/http/serve-fake.ts';
import { folderOfFile } from '../temp-folder.ts';

const run = promisify(execFile);
const guide = readFileSync(join(import.meta.dirname, '../../src/content/docs/agents.md'), 'utf8');

const folder = folderOfFile();
const findPages = async (queries: readonly PageQuery[]) =>
  queries.map(({ domains }) => (domains.includes(EXAMPLE_SITE.domain) ? [EXAMPLE_SITE] : []));
const server = await listen(serveFake({ findPages }).context);
afterAll(() => server.stop());

it.each([
  ['js', 'about.mjs', process.execPath],
  ['python', 'about.py', 'python3'],
])('prints the file of a page with the %s program of the agent guide', async (language, file, command) => {
  const [, program = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(guide) ?? [];
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(15);
  writeFileSync(join(folder, file), program.replaceAll('%BASE_URL%', `http://127.0.0.1:${server.port}`));
  const about = async (page: string) => (await run(command, [file, page], { cwd: folder })).stdout.trim();
  expect(await about('http://www.example.com/guides/#top')).toBe(
    'The site says of this page: Guides: How things are done\nOther pages of the site: https://example.com/llms.txt',
  );
  expect(await about('https://example.com/other')).toBe('Other pages of the site: https://example.com/llms.txt');
  expect(await about('https://nobody.com/')).toBe('The directory has no llms.txt for this page.');
  await expect(about('mailto:nobody')).rejects.toThrow(/400/);
});
