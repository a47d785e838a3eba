import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { bundleAction } from '../../../packages/llmstxt/build/bundle.ts';
import { START_ENV } from '../../start-env.ts';
import { folderOfTest, writeInto } from '../../temp-folder.ts';

const GOOD = '# Tea\n\n> Tea from Vienna.\n\n## Shops\n\n- [Graben](https://tea.example/graben): The first one.\n';
const ROOT = resolve(import.meta.dirname, '../../..');
const PROGRAM = 'packages/llmstxt/cli/main.ts';
const ACTION = 'packages/llmstxt/action/generated/action.js';

let folder = '';
beforeEach(() => {
  folder = folderOfTest();
});
const write = (name: string, text: string) => writeInto(folder, name, text);

async function run(
  program: string,
  args: string[],
  { env, stdin = '' }: { env?: Record<string, string>; stdin?: string } = {},
) {
  const child = spawn(process.execPath, [resolve(ROOT, program), ...args], {
    cwd: folder,
    env: { ...START_ENV, ...env },
  });
  child.stdin.end(stdin);
  const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

describe('llmstxt', () => {
  it('checks standard input, without colors in a pipe', async () => {
    const { code, out } = await run(PROGRAM, ['check', '-'], { stdin: GOOD });
    expect(code).toBe(0);
    expect(out).toContain('-: valid');
    expect(out).not.toContain('\u001b');
  });

  it('checks the files of the config without arguments', async () => {
    for (const name of ['llms.txt', 'site/docs/llms.txt']) write(name, GOOD);
    write('llmstxt.config.json', '{ "paths": ["site"] }');
    const { code, out } = await run(PROGRAM, ['check', '--json']);
    expect({ code, input: JSON.parse(out).input }).toEqual({ code: 0, input: 'site/docs/llms.txt' });
  });

  it('reaches no private address', async () => {
    const { code, out, err } = await run(PROGRAM, ['check', 'http://localhost/llms.txt']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^check: http:\/\/localhost\/llms\.txt: localhost \(\S+\) is not on the public internet$/m);
  });

  it.each([
    ['continues without the reader of its messages', ['build', '--base', 'https://tea.example/', '.'], 'stderr', 0],
    ['exits with 2 without the reader of its results, because not all are checked', ['check', '.'], 'stdout', 2],
  ] as const)('%s', async (_, args, output, expected) => {
    write('index.html', '<title>Tea</title><h1>Tea</h1>');
    write('bad.txt', 'none\n');
    const child = spawn(process.execPath, [join(ROOT, PROGRAM), ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child[output].destroy();
    const [code] = await once(child, 'exit');
    expect(code).toBe(expected);
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/llmstxt/package.json'), 'utf8'));
    expect(await run(PROGRAM, ['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });
});

describe('llmstxt check --watch', () => {
  it('checks again after each change of a file, of a new file and of the config', async () => {
    write('llms.txt', GOOD);
    const args = [join(ROOT, PROGRAM), 'check', '--watch', '--format', 'unix', '.'];
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.on('data', (part) => {
      out += part;
    });
    child.stderr.on('data', (part) => {
      err += part;
    });
    const rounds = () => err.split('checking again').length - 1;
    const outputAfter = async (change: () => void) => {
      const before = rounds();
      out = '';
      change();
      await vi.waitFor(() => expect(rounds()).toBeGreaterThan(before), { timeout: 60_000, interval: 20 });
      return out;
    };
    const toOutput = (name: string, text: string) => outputAfter(() => write(name, text));
    try {
      await outputAfter(() => {});
      expect(await toOutput('llms.txt', 'none\n')).toContain('error/no-title');
      const replace = () => {
        write('new', GOOD);
        renameSync(join(folder, 'new'), join(folder, 'llms.txt'));
      };
      expect(await outputAfter(replace)).not.toContain('no-title');
      expect(await toOutput('llms.txt', 'none\n')).toContain('error/no-title');
      expect(await toOutput('llmstxt.config.json', '{ "rules": { "no-title": "off" } }')).not.toContain('no-title');
    } finally {
      child.kill();
    }
  });
});

describe('the GitHub Action', () => {
  it('matches its sources', async () => {
    const committed = readFileSync(join(ROOT, ACTION), 'utf8');
    // If this fails, run `npm run build:action -w packages/llmstxt`.
    expect(committed === (await bundleAction())).toBe(true);
  });

  async function act(inputs: Record<string, string>) {
    for (const name of ['output', 'summary']) write(name, '');
    // Copy the file alone, outside the repository.
    const alone = join(mkdtempSync(join(folder, '.action-')), 'action.js');
    copyFileSync(join(ROOT, ACTION), alone);
    const env = {
      GITHUB_WORKSPACE: folder,
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    };
    const named = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
    const ended = await run(alone, [], { env: { ...env, ...Object.fromEntries(named) } });
    const outputs = [...readFileSync(env.GITHUB_OUTPUT, 'utf8').matchAll(/^(\w+)<<(\S+)\n(.*)\n\2$/gm)].map(
      ([, name, , value]) => [name, value],
    );
    return { ...ended, outputs: Object.fromEntries(outputs), summary: readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8') };
  }

  it('annotates findings at their place, sums up, writes SARIF, and fails for an invalid file', async () => {
    write('a b/llms.txt', 'No | title @someone\n\n## Links\n\n- [x](ftp://x)\n');
    const { code, out, outputs, summary } = await act({ path: '.', 'sarif-file': 'out.sarif' });
    expect(code).toBe(1);
    expect(out).toMatch(/::error title=no-title[^\n]*file=a b\/llms\.txt/);
    expect(out).toMatch(/::(?:error|warning) [^\n]*line=5,[^\n]*::/);
    expect(outputs).toMatchObject({ valid: 'false' });
    expect(Number(outputs['errors'])).toBeGreaterThan(0);
    expect(summary).toContain('| a b/llms.txt | ❌ invalid |');
    expect(summary).toContain('### What to fix');
    const [{ results }] = JSON.parse(readFileSync(join(folder, 'out.sarif'), 'utf8')).runs;
    const artifactLocation = { uri: 'a%20b/llms.txt' };
    expect(results).toContainEqual(
      expect.objectContaining({
        ruleId: 'no-title',
        locations: [{ physicalLocation: expect.objectContaining({ artifactLocation }) }],
      }),
    );
  });

  it('passes a good file, and writes an empty SARIF file into a new folder', async () => {
    write('llms.txt', GOOD);
    const { code, outputs, summary } = await act({
      path: 'llms.txt',
      'max-warnings': '0',
      'sarif-file': 'new/deep/out.sarif',
    });
    expect(code).toBe(0);
    expect(outputs).toMatchObject({ valid: 'true', errors: '0', warnings: '0' });
    expect(summary).toContain('✅ valid');
    expect(JSON.parse(readFileSync(join(folder, 'new/deep/out.sarif'), 'utf8'))).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [] }],
    });
  });

  it('names a file by its path in the repository', async () => {
    write('llms.txt', GOOD);
    expect((await act({ path: `${folder}/./llms.txt` })).summary).toContain('| llms.txt | ✅ valid |');
  });

  it('writes SARIF with the fault of the config', async () => {
    write('llms.txt', GOOD);
    write('llmstxt.config.json', '{');
    expect(await act({ path: 'llms.txt', 'sarif-file': 'out.sarif' })).toMatchObject({ code: 1 });
    expect(readFileSync(join(folder, 'out.sarif'), 'utf8')).toContain('llmstxt.config.json');
  });

  it('reports a SARIF path that is a folder, after the results', async () => {
    write('llms.txt', GOOD);
    const { code, out, outputs, summary } = await act({ path: 'llms.txt', 'sarif-file': '.' });
    expect({ code, outputs }).toMatchObject({ code: 1, outputs: { valid: 'true' } });
    expect(out).toMatch(/::error::sarif-file: \.: is a folder/);
    expect(summary).toContain('✅ valid');
  });

  it.each([
    [{ path: 'llms.txt', 'max-warnings': 'x' }, /max-warnings must be a whole number/],
    [{ path: '' }, /path is empty\. Name the files/],
    [{ path: 'none/*.txt' }, /path: no file matches none\/\*\.txt/],
    [{ path: 'llms.txt', base: 'example.com' }, /base must be the URL of a folder/],
  ])('reports the fault of %j', async (inputs, message) => {
    const { code, out } = await act(inputs);
    expect(code).toBe(1);
    expect(out).toMatch(message);
  });

  it('reports a missing file, with quality 0', async () => {
    const { code, out, outputs } = await act({ path: 'none.txt' });
    expect({ code, outputs }).toMatchObject({ code: 1, outputs: { valid: 'false', quality: '0' } });
    expect(out).toContain('none.txt: no such file');
    expect(out).not.toContain('all valid');
  });

  it('checks the files of a pattern and links to files, each once', async () => {
    mkdirSync(join(folder, 'site'));
    write('docs/a/llms.txt', GOOD);
    symlinkSync('a/llms.txt', join(folder, 'docs/llms.txt'));
    symlinkSync('../docs/a/llms.txt', join(folder, 'site/llms.txt'));
    const { code, summary } = await act({ path: 'docs/**/llms.txt\ndocs/a/llms.txt\nsite' });
    expect(code).toBe(0);
    const rows = [...summary.matchAll(/^\| (\S+) \| ✅/gm)].map(([, name]) => name);
    expect(rows).toEqual(['docs/a/llms.txt', 'docs/llms.txt', 'site/llms.txt']);
  });

  it('looks up linked pages in the folder of a file if base is set', async () => {
    write('site/built.html', '<h1>Built</h1>');
    const links = '- [Built](https://example.com/built)\n- [Gone](https://example.com/gone)\n';
    write('site/llms.txt', `# Site\n\n> A site.\n\n## Pages\n\n${links}`);
    const { out } = await act({ path: 'site/llms.txt', base: 'https://example.com' });
    expect(out).toMatch(/::(?:error|warning) title=dead-link[^\n]*line=8,/);
    expect(out).not.toMatch(/dead-link[^\n]*line=7,/);
  });

  it('prints no command from the words of a file, and reads no link out of the workspace', async () => {
    write('llms.txt', '##[error]spoof\n::warning::spoof\n\n##[add-mask]x\n');
    symlinkSync('/etc/passwd', join(folder, 'linked.txt'));
    const { out } = await act({ path: 'llms.txt\nlinked.txt' });
    const lines = out.split('\n').filter((line) => !/^::(?:error|warning|notice) title=/.test(line));
    expect(
      lines.filter((line) => /##\w*\[|^\s*::(?!error::(?:\S*linked\.txt: is outside|1 input could))/.test(line)),
    ).toEqual([]);
    expect(out).toMatch(/linked\.txt: is outside/);
    expect(out).not.toContain('root:');
  });

  it('declares its program, inputs and outputs in action.yml', () => {
    const manifest = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));
    expect(manifest.runs).toEqual({ using: 'node24', main: ACTION });
    const program = readFileSync(join(ROOT, 'packages/llmstxt/action/action.ts'), 'utf8');
    const names = (pattern: RegExp) => [...program.matchAll(pattern)].map(([, name = '']) => name).sort();
    expect(names(/core\.get(?:Multiline)?Input\('([\w-]+)'\)/g)).toEqual(Object.keys(manifest.inputs).sort());
    expect(names(/core\.setOutput\('(\w+)'/g)).toEqual(Object.keys(manifest.outputs).sort());
  });
});
