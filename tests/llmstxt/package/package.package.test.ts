import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { folderOfFile } from '../../temp-folder.ts';
import { env, npm } from './new-user.ts';

const NAME = '@llms-txt-directory/llmstxt';
/**
 * Most bytes of the tarball. The judged files and edits of `agree` need 30 kB, because hashes do not compress. The generator
 * table needs 3 kB.
 */
const MAX_TARBALL_BYTES = 195_000;
const IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["']([^"']+)["']/g;

const tarball = inject('engineTarball');
const folder = folderOfFile();

beforeAll(() => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  npm(['install', '--ignore-scripts', tarball], folder);
});

describe('the packed package', () => {
  it('packs only the expected files within the size limit', () => {
    const bytes = statSync(tarball).size;
    console.log(`package: ${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(MAX_TARBALL_BYTES);
    const files = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
    const others = files.filter(
      (file) => !/^package\/dist\/(?:[\w/-]+\.js|config\.schema\.json|types\/.*\.d\.ts)$/.test(file),
    );
    expect(others.sort()).toEqual([
      'package/CHANGELOG.md',
      'package/LICENSE',
      'package/README.md',
      'package/package.json',
    ]);
  });

  it('installs without any other package', () => {
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
    expect(Object.keys(lock.packages)).toEqual(['', `node_modules/${NAME}`]);
  });

  it('imports nothing', () => {
    const dist = join(folder, 'node_modules', NAME, 'dist');
    for (const file of globSync('**/*.js', { cwd: dist }).filter((name) => name !== 'cli.js')) {
      const imports = [...readFileSync(join(dist, file), 'utf8').matchAll(IMPORT)].map(([, name]) => name);
      expect(
        imports.filter((name) => !/^\.\.?\/[\w./-]+\.js$/.test(name ?? '')),
        file,
      ).toEqual([]);
    }
    const program = readFileSync(join(folder, 'node_modules', NAME, 'dist/cli.js'), 'utf8');
    const imported = [...program.matchAll(/^(?:import|} from) .*?["']([^"']+)["'];$/gm)].map(([, name]) => name);
    expect(imported.filter((name) => name !== './index.js' && !name?.startsWith('node:'))).toEqual([]);
  });

  it('passes a strict type check', () => {
    writeFileSync(
      join(folder, 'consumer.ts'),
      `import { applyFixes, diff, explainRule, lint, type LintResult, parse, RULES, type Rule } from '${NAME}';
const result: LintResult = lint({ body: '# Example\\n', url: 'https://example.com/llms.txt' });
const ids: readonly string[] = result.findings.map(({ id }) => id);
const rule: Rule | undefined = RULES.find(({ id }) => id === ids[0]);
const { title } = parse(applyFixes('#Example', result.findings));
// @ts-expect-error a file may have no title
const text: string = title;
// @ts-expect-error the body must be given
lint({});
// @ts-expect-error what is not exported is private
import('${NAME}/dist/index.js');
console.log(text, rule?.title, explainRule('no-title').why, diff(parse('# A'), parse('# B')));
`,
    );
    const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', lib: ['es2022', 'dom'], types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});

describe.each(['20', '22', '24'])('with Node %s', (version) => {
  let node = '';
  beforeAll(() => {
    const print = ['exec', '--yes', `--package=node@${version}`, '--call', 'node -p process.execPath'];
    const isThis = process.version.startsWith(`v${version}.`);
    node = isThis ? process.execPath : (npm(print, folder).trim().split('\n').at(-1) ?? '');
    const found = execFileSync(node, ['--version'], { env, encoding: 'utf8' });
    if (!found.startsWith(`v${version}.`)) throw new Error(`npm gave Node ${found}`);
  });

  const run = (...args: string[]) =>
    spawnSync(node, [join(folder, 'node_modules/.bin/llmstxt'), ...args], { cwd: folder, env, encoding: 'utf8' });

  it('checks, fixes and compares files', () => {
    writeFileSync(
      join(folder, 'llms.txt'),
      '#Example\n\n> A site.\n\n## Docs\n\n* [Guide](https://example.com/guide)\n',
    );
    const before = run('check', '--json', 'llms.txt');
    expect(before).toMatchObject({ status: 0, stderr: '' });
    const ids = JSON.parse(before.stdout).findings.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(['heading-space', 'bullet-style', 'no-notes']);
    writeFileSync(join(folder, 'before.txt'), readFileSync(join(folder, 'llms.txt')));
    expect(run('fix', 'llms.txt')).toMatchObject({ status: 0, stdout: expect.stringContaining('2 findings repaired') });
    expect(readFileSync(join(folder, 'llms.txt'), 'utf8')).toMatch(/^# Example\n(?:.*\n)+- \[Guide\]/);
    expect(run('diff', 'before.txt', 'llms.txt')).toMatchObject({ status: 0, stdout: '' });
    writeFileSync(join(folder, 'page.txt'), '<!doctype html>');
    expect(run('check', 'page.txt')).toMatchObject({ status: 1, stdout: expect.stringContaining('html-body') });
    expect(run('check', 'http://127.0.0.1/')).toMatchObject({ status: 2, stdout: '' });
  });

  it('exports the engine', () => {
    const code = `import { lint } from '${NAME}'; console.log(lint({ body: '# Example' }).valid)`;
    const args = ['--input-type=module', '-e', code];
    const { status, stdout } = spawnSync(node, args, { cwd: folder, env, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'true\n' });
  });
});
