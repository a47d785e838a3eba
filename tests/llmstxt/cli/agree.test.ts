import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProgramScorer } from '../../../packages/llmstxt/cli/agree/program-scorer.ts';
import { InputError } from '../../../packages/llmstxt/cli/input.ts';
import { runCommand } from '../../../packages/llmstxt/cli/run-command.ts';
import { readJudgedSet } from '../../../packages/llmstxt/ruler/judged-set.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agree-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function agree(...args: string[]) {
  const ended = { code: -1, out: '', err: '', asked: new Set<string>() };
  ended.code = await runCommand(['agree', ...args], '1.2.3', {
    stdin: (async function* () {})(),
    network: {
      lookup: async () => ['93.184.216.34'],
      fetch: async (url) => {
        ended.asked.add(url.href);
        return new Response('# Another file\n');
      },
    },
    out: (text) => {
      ended.out += text;
    },
    err: (text) => {
      ended.err += text;
    },
    color: false,
    cwd: folder,
  });
  return ended;
}

describe('the judged set', () => {
  it('contains a URL, a hash and one or two grades per file, and no text', () => {
    const files = readJudgedSet();
    expect(files.length).toBeGreaterThanOrEqual(300);
    for (const { file, address, sha256, bytes, grades } of files) {
      expect(file).toMatch(/^[\w.-]+\.txt$/);
      expect(new URL(address).protocol).toBe('https:');
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(bytes).toBeGreaterThan(0);
      expect(grades.length === 1 || grades.length === 2).toBe(true);
    }
  });
});

describe('agree', () => {
  it('fetches the judged files, and drops changed files', async () => {
    const { code, err, asked } = await agree('--files', 'judged');
    expect({ code, err }).toEqual({
      code: 2,
      err: `agree: no judged files; left out: ${readJudgedSet().length} changed, 0 not there\nagree: at least 20 judged files are needed\n`,
    });
    expect([...asked].toSorted()).toEqual(
      readJudgedSet()
        .map(({ address }) => new URL(address).href)
        .toSorted(),
    );
    expect(readdirSync(join(folder, 'judged'))).toEqual([]);
  });

  it('fetches nothing and makes no folder with --offline', async () => {
    const { code, err, asked } = await agree('--offline', '--files', 'judged');
    expect({ code, asked: asked.size }).toEqual({ code: 2, asked: 0 });
    expect(err).toContain(`0 changed, ${readJudgedSet().length} not there`);
    expect(existsSync(join(folder, 'judged'))).toBe(false);
  });

  it.each([
    ['without a folder', [], '--files needs the folder'],
    ['without a program after --', ['--files', 'x', '--'], 'no program after --'],
    ['with a program before --', ['--files', 'x', 'wc'], 'wc'],
  ])('refuses a call %s', async (_, args, message) => {
    const { code, err } = await agree(...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('a program that scores', () => {
  const script = (code: string) => createProgramScorer([process.execPath, '-e', code]);
  const url = 'https://example.com/llms.txt';

  it('reads the file and its URL, and prints a number', async () => {
    const score = script(
      `let text = ''; process.stdin.on('data', (part) => text += part).on('end', () => console.log(text.length + process.env.LLMS_TXT_URL.length))`,
    );
    expect(await Promise.all(['a', 'ab', 'abc'].map((text) => score(text, url)))).toEqual([29, 30, 31]);
  });

  it('works without a read of the file', async () => {
    expect(await script('console.log("-1.5e1")')('x'.repeat(1_000_000), url)).toBe(-15);
  });

  it.each([
    ['prints something else', 'console.log("good")', 'printed no number: good'],
    ['ends with an error', 'process.exit(3)', `ended with 3 for ${url}`],
  ])('fails if it %s', async (_, code, message) => {
    const refused = script(code)('x', url);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(message);
  });

  it('fails if it does not exist', async () => {
    await expect(createProgramScorer(['no-such-program'])('x', url)).rejects.toThrow(InputError);
  });
});
