import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '#llmstxt';
import { folderOfTest, writeInto } from '../../temp-folder.ts';
import { runIn } from './run-in.ts';

const GOOD =
  '# Tea\n\n> Tea from Vienna.\n\nSince 1900.\n\n## Shops\n\n- [Graben](https://tea.example/graben): The first one.\n';
const BAD = 'no title here\n';

let folder = '';
beforeEach(() => {
  folder = folderOfTest();
});

const write = (name: string, text: string | Uint8Array) => writeInto(folder, name, text);
/** Runs the command. The network has only these answers. */
const run = (
  args: string[],
  { answers = {}, ...more }: { stdin?: string; answers?: Record<string, Response>; color?: boolean } = {},
) =>
  runIn(folder, args, {
    ...more,
    fetch: async (url) => {
      const answer = answers[String(url)];
      if (!answer) throw new Error(`unexpected request: ${url}`);
      return answer;
    },
  });
const check = (args: string[], more?: Parameters<typeof run>[1]) => run(['check', ...args], more);

const TEXT = { 'content-type': 'text/plain; charset=utf-8', etag: '"1"' };

const bytes = (text: string) => new TextEncoder().encode(text);

describe('check', () => {
  it('reports a good file as valid, and exits with 0', async () => {
    const path = write('llms.txt', GOOD);
    const { code, out, err } = await check([path]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`${path}: valid, quality `);
    expect(out).toContain('1 file: all valid (no errors, no warnings, ');
  });

  it('shows file, line, column, severity, rule, sentence and fix, and exits with 1', async () => {
    const path = write('llms.txt', BAD);
    const { code, out } = await check([path]);
    expect(code).toBe(1);
    expect(out).toMatch(/llms\.txt(:\d+:\d+)? {2}error {4}no-title {2}\S.*\n {4}fix: \S/);
    expect(out).toContain('1 file: 1 invalid');
  });

  it('reports the losses of the reference parsers', async () => {
    const { out } = await check(['-'], { stdin: `${GOOD}* [y](https://tea.example/y)\n` });
    expect(out).toContain('The Python parser rejects the whole file');
    expect(out).toMatch(/The JavaScript parser reads 1 link in 1 section and loses .*line 10/);
  });

  it('checks a folder without its unreadable folder, names the unreadable folder, and exits with 2', async () => {
    write('llms.txt', GOOD);
    // The path is too long to be read, also for root.
    const name = 'n'.repeat(250);
    execFileSync('sh', ['-c', `for i in $(seq 20); do mkdir ${name} && cd -P ${name} || exit 1; done`], {
      cwd: folder,
    });
    const { code, out, err } = await check([folder]);
    execFileSync('rm', ['-r', join(folder, name)]);
    expect(out).toContain('llms.txt: valid, quality ');
    expect(err).toContain(`${name}: the name is too long`);
    expect(code).toBe(2);
  });

  it('prints one JSON line per input', async () => {
    const paths = [write('a.txt', GOOD), write('b.txt', BAD)];
    const { code, out } = await check(['--json', ...paths]);
    expect((await check(['--format', 'json', ...paths])).out).toBe(out);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(1);
    expect(lines.map(({ input, valid }) => ({ input, valid }))).toEqual([
      { input: paths[0], valid: true },
      { input: paths[1], valid: false },
    ]);
    expect(Object.keys(lines[0])).toEqual(['input', 'valid', 'quality', 'assessment', 'document', 'findings']);
    expect(lines[0].document).toMatchObject({ title: 'Tea', summary: 'Tea from Vienna.' });
    expect(lines[1].findings[0]).toMatchObject({ id: 'no-title', severity: 'error' });
  });

  it('checks the llms.txt files of a folder, or all its texts without an llms.txt', async () => {
    write('site/llms.txt', GOOD);
    write('site/docs/llms.txt', GOOD);
    write('site/robots.txt', 'User-agent: *\n');
    write('site/node_modules/x/llms.txt', BAD);
    write('site/.git/llms.txt', BAD);
    write('texts/b.md', GOOD);
    write('texts/a.txt', GOOD);
    write('texts/robots.txt', BAD);
    write('texts/page.html', BAD);
    const inputs = async (name: string) =>
      (await check(['--json', join(folder, name)])).out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).input.slice(folder.length));
    expect(await inputs('site')).toEqual(['/site/docs/llms.txt', '/site/llms.txt']);
    expect(await inputs('texts')).toEqual(['/texts/a.txt', '/texts/b.md']);
  });

  it.each([
    ['the llms.txt of a site', 200, { code: 0, out: expect.stringContaining('https://tea.example/llms.txt: valid') }],
    ['a missing file of a site', 404, { code: 1, out: expect.stringContaining('not-found') }],
  ])('judges %s', async (_, status, ended) => {
    const answers = { 'https://tea.example/llms.txt': new Response(GOOD, { status, headers: TEXT }) };
    expect(await check(['https://tea.example'], { answers })).toMatchObject(ended);
  });

  it.each<[string, string[], RegExp]>([
    ['no input', [], /no input: name a file/],
    ['an empty input', ['', 'x'], /^check: an argument is empty\n/],
    ['a config without a name', ['--config', '', 'x'], /--config needs the name of a file/],
    ['an unknown option', ['--what', 'x'], /Unknown option '--what'/],
    ['two formats', ['--json', '--sarif', 'x'], /exclude each other/],
    ['a format twice', ['--format', 'unix', '--json', 'x'], /exclude each other/],
    ['an unknown format', ['--format', 'xml', 'x'], /one of text, unix, json, github, sarif, not 'xml'/],
    ['watching a URL', ['--watch', 'https://tea.example'], /--watch needs files/],
    ['a limit that is no number', ['--max-warnings', 'many', 'x'], /needs a whole number, not 'many'/],
    ['a negative limit', ['--max-warnings=-1', 'x'], /needs a whole number/],
    [
      'an option in place of a value',
      ['--max-warnings', '-1', 'x'],
      /^check: --max-warnings needs a value that does not start with a dash\n/,
    ],
    ['an option without a value', ['--config'], /^check: --config needs a value that does not start with a dash\n/],
    ['repairs of a URL', ['--fix', 'https://tea.example'], /--fix needs files/],
    ['repairs of standard input', ['--fix', '-'], /--fix needs files/],
  ])('explains itself and exits with 2: %s', async (_what, args, message) => {
    const { code, out, err } = await check(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err).toContain('usage: llmstxt check');
  });

  it.each<[string, () => string, RegExp]>([
    ['a missing file', () => join(folder, 'none.txt'), /none\.txt: no such file or folder/],
    ['a host without a scheme', () => 'tea.example', /for a website write https:\/\/tea\.example/],
    ['an empty folder', () => folder, /no llms\.txt and no other text file in this folder/],
    ['a file below a file', () => join(write('a.txt', GOOD), 'b.txt'), /no such file or folder/],
    ['an address of this machine', () => 'http://127.0.0.1/', /127\.0\.0\.1/],
    ['a drive of Windows', () => 'C://none.txt', /C:\/\/none\.txt: no such file or folder/],
    ['a URL of another scheme', () => 'ftp://tea.example/a', /: ftp:\/\/tea\.example\/a: is not an http\(s\) URL/],
    ['a broken URL', () => 'http://[', /not a URL/],
  ])('reports a faulty input and still checks the others: %s', async (_what, input, message) => {
    const bad = input();
    const { code, out, err } = await check([bad, '-'], { stdin: GOOD });
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(out).toContain('-: valid');
    expect(out).toMatch(/^1 file: all valid \(.*\), 1 not read$/m);
  });

  if (process.getuid?.() === 0) console.log('running as root: files that may not be read are not tried');
  it.runIf(process.getuid?.() !== 0)('reports a file without read permission', async () => {
    const path = write('a.txt', GOOD);
    chmodSync(path, 0);
    expect(await check([path])).toMatchObject({ code: 2, err: expect.stringContaining('permission denied') });
  });

  it('checks a repeated input once', async () => {
    const path = write('docs/llms.txt', GOOD);
    const { out } = await check([path, join(folder, 'docs'), join(folder, 'docs/../docs/llms.txt'), '-', '-'], {
      stdin: GOOD,
    });
    expect(out).toContain('2 files: all valid');
  });

  it('fails when there are more warnings than allowed', async () => {
    const path = write('llms.txt', '# A\n\n# B\n\n> S\n\n## L\n\n- [a](https://tea.example/a): n\n');
    const { code } = await check([path]);
    expect(code).toBe(0);
    const strict = await check(['--max-warnings', '0', path]);
    expect(strict.code).toBe(1);
    expect(strict.err).toMatch(/warnings?, more than the 0 allowed/);
    expect((await check(['--max-warnings', '50', path])).code).toBe(0);
  });

  it('uses colors only on request, and escapes control characters of a file', async () => {
    const path = write('llms.txt', '\u001b[31m# \u202eTea\n# Again\u0007\n');
    expect((await check([path])).out).not.toMatch(/[\u001b\u0007\u202e]/);
    expect((await check([path], { color: true })).out).toContain('\u001b[32mvalid');
  });
});

describe('check --format', () => {
  it.each(['text', 'unix', 'json', 'github', 'sarif'])('hides the password of a URL for %s', async (format) => {
    const url = 'https://ana:s3cret@tea.example/llms.txt';
    const answers = { [url]: new Response('# Tea\n', { headers: TEXT }) };
    const { code, out, err } = await check(['--format', format, url, 'https://ana:s3cret@10.0.0.1/'], { answers });
    expect(code).toBe(2);
    expect(err).toContain('https://***@10.0.0.1/');
    expect(`${out}${err}`).not.toContain('s3cret');
    const compared = await run(['diff', '--json', url, '-'], { answers: { [url]: new Response('# Tea\n') } });
    expect(compared.out).toContain('https://***@tea.example/llms.txt');
    expect(compared.out).not.toContain('s3cret');
  });

  it('prints a line per finding with a position for unix', async () => {
    const path = write(
      'llms.txt',
      '# Tea\n\n> Tea.\n\n## Shops\n\n* [x](https://tea.example/x): \u001b[31mRed\n- [](b)\n',
    );
    const { code, out } = await check(['--format', 'unix', path, write('b.txt', BAD)]);
    expect(code).toBe(1);
    const lines = out.trimEnd().split('\n');
    for (const line of lines)
      expect(line).toMatch(/^\/[^:]+\.txt:[1-9]\d*:[1-9]\d*: [^\u001b]+ \[(?:error|warning|info)\/[a-z-]+\]$/);
    expect(
      lines.filter((line) => line.startsWith(`${path}:7:1: `) && line.endsWith('[info/bullet-style]')),
    ).toHaveLength(1);
  });

  it('prints an escaped annotation per finding for github', async () => {
    const path = write(
      'a,b/llms.txt',
      '# Tea%0A::error::x\n\n> Tea.\n\n## Shops\n\n* [x](https://tea.example/x): x\n\n## \u001b[31m\u202eRed\n',
    );
    const { code, out } = await check(['--format', 'github', path, join(folder, 'none.txt')]);
    expect(code).toBe(2);
    const lines = out.trimEnd().split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(/^::notice title=bullet-style%3A [^,]*,file=a%2Cb\/llms\.txt,line=7,col=1::./),
    );
    expect(lines.at(-1)).toMatch(/^::error::\/.*none\.txt: no such file or folder$/);
    for (const line of lines) {
      expect(line).toMatch(/^::(?:error|warning|notice) ?(?:[a-z]+=[^:,]*,?)*::[^\r\u001b\u202e]+$/);
    }
  });
});

describe('llmstxt.config.json', () => {
  const config = (name: string, content: unknown) => write(`${name}llmstxt.config.json`, JSON.stringify(content));
  const listIds = async (args: string[]) =>
    (await check(['--json', ...args])).out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).findings.map(({ id, severity }: Finding) => `${severity} ${id}`));

  it('turns off rules and changes severities from any folder above the file', async () => {
    const path = write('site/docs/llms.txt', GOOD.replace('- [', '* [').replaceAll('\n', '\r\n'));
    expect(await listIds([path])).toEqual([['info crlf', 'info bullet-style']]);
    config('site/', { rules: { crlf: 'off', 'bullet-style': 'error' } });
    expect(await listIds([path])).toEqual([['error bullet-style']]);
    expect((await check([path])).code).toBe(1);
  });

  it('applies from the nearest folder, for each file', async () => {
    const paths = [write('a/llms.txt', BAD), write('b/llms.txt', BAD)];
    config('', { rules: { 'no-title': 'off' } });
    config('b/', { rules: { 'no-title': 'info' } });
    const [a, b] = await listIds(paths);
    expect(a).not.toContainEqual(expect.stringContaining('no-title'));
    expect(b).toContain('info no-title');
  });

  it('applies from --config', async () => {
    const path = write('llms.txt', BAD);
    config('', { rules: { 'no-title': 'info' } });
    const named = config('other/', { rules: { 'no-title': 'warning' } });
    expect(await listIds(['--config', named, path])).toEqual([expect.arrayContaining(['warning no-title'])]);
    expect(await check(['--config', 'none.json', path])).toMatchObject({
      code: 2,
      err: `check: ${join(folder, 'none.json')}: no such file or folder\n`,
    });
  });

  it('does not fix findings of disabled rules', async () => {
    const path = write('llms.txt', GOOD.replace('- [', '* ['));
    config('', { rules: { 'bullet-style': 'off' } });
    await check(['--fix', path]);
    expect(readFileSync(path, 'utf8')).toContain('* [');
  });

  it('fails once if invalid, without a check below it', async () => {
    for (const name of ['a', 'b', 'c']) write(`${name}/llms.txt`, GOOD);
    const path = config('', { rules: { 'no-note': 'off' } });
    expect(await check([folder])).toEqual({
      code: 2,
      out: '',
      err: `check: ${path}: unknown rule 'no-note' (did you mean 'no-notes'?)\n`,
    });
  });
});

describe('a folder with links', () => {
  it('contains linked files, but none outside of the folder', async () => {
    const outside = write('secret.txt', 'hunter2\n');
    const site = join(folder, 'site');
    write('site/a/real.txt', GOOD);
    symlinkSync('real.txt', join(site, 'a/llms.txt'));
    symlinkSync('.', join(site, 'loop'));
    expect(await check([site])).toMatchObject({ code: 0, out: expect.stringContaining('a/llms.txt: valid') });
    symlinkSync(outside, join(site, 'llms.txt'));
    symlinkSync('none.txt', join(site, 'loop/LLMS.txt'));
    const { code, out, err } = await check(['--fix', site]);
    expect({ code, out }).toEqual({ code: 2, out: expect.not.stringContaining('hunter2') });
    expect(err).toMatch(/site\/llms\.txt: is outside .*site$/m);
    expect(err).toMatch(/site\/LLMS\.txt: no such file or folder$/m);
  });
});

it('shows findings in the order of the lines', async () => {
  const { out } = await check([write('llms.txt', '# Tea\n\n> Tea.\n\n##Shops\n\n# Vienna\n')]);
  const lines = [...out.matchAll(/llms\.txt:(\d+):/g)].map(([, line]) => Number(line));
  expect(lines).toEqual([5, 5, 7]);
});

it('shows the number of further places after the shown places', async () => {
  const items = Array.from({ length: 200 }, (_, at) => `* [Page ${at}](https://tea.example/${at}): brew ${at} cups\n`);
  const { out } = await check([write('llms.txt', `# Tea\n\n> Tea.\n\n## Shops\n\n${items.join('')}`)]);
  const [last] = [...out.matchAll(/^\S+ +(?:error|warning|info) .*$/gm)].slice(-1);
  expect(last?.[0]).toMatch(/ bullet-style {2}More places like these: \d+\.$/);
});

describe('fix', () => {
  const CROOKED =
    '#Tea\n\n> Tea from Vienna.\n\nSince 1900.\n\n## Shops\n\n* [Graben](https://tea.example/graben) - The first one.\n';

  it('repairs the file in place, keeps its mode, and says so', async () => {
    const path = write('llms.txt', CROOKED);
    chmodSync(path, 0o640);
    const { code, out } = await run(['fix', path]);
    expect(code).toBe(0);
    expect(out).toMatch(/\d+ findings? repaired/);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('# Tea\n');
    expect(text).toContain('Graben');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    await check(['--fix', path]);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it.each([
    [['-'], /--fix needs files/],
    [[], /^fix: .* a file or a folder\n/],
    [['none'], /^fix: none: no such file or folder\n$/],
  ])('refuses the inputs %j', async (inputs, message) => {
    expect(await run(['fix', ...inputs])).toMatchObject({ code: 2, err: expect.stringMatching(message) });
  });

  describe('findings that a fix does not repair', () => {
    // A fix can add a space after the # of the last line, but cannot turn the underline of the first lines into a heading.
    const REFUSED = '[r]: u\n\tword\n---\n\n# A\n\n##Docs\n';

    it.each([
      ['edits that would lose content', REFUSED],
      ['edits of a damaged file', Buffer.concat([Buffer.from(CROOKED), Buffer.from([0xff, 0x0a])])],
    ])('counts only repairable findings in the offer, for %s', async (_, content) => {
      const path = write('llms.txt', content);
      const offered = Number(/--fix repairs (\d+)/.exec((await check([path])).out)?.[1] ?? 0);
      const { out } = await check(['--fix', path]);
      expect(Number(/(\d+) findings? repaired/.exec(out)?.[1] ?? 0)).toBe(offered);
      expect(out).not.toMatch(/--fix repairs|use --fix/);
    });
  });

  it('saves UTF-16 as UTF-8', async () => {
    const path = write('llms.txt', new Uint8Array(Buffer.from(`\ufeff${GOOD}`, 'utf16le')));
    await check(['--fix', path]);
    expect(readFileSync(path, 'utf8')).toBe(GOOD);
  });

  it('writes through a link and leaves the link', async () => {
    const path = write('real.txt', CROOKED);
    const link = join(folder, 'llms.txt');
    symlinkSync(path, link);
    await check(['--fix', link]);
    expect(readFileSync(path, 'utf8')).toContain('# Tea\n');
  });

  it.each([
    ['a good file', bytes(GOOD)],
    ['an HTML page', bytes('<!doctype html><title>x</title>')],
    ['damaged bytes', new Uint8Array([...bytes(CROOKED), 0xff, 0xfe, 0x0a])],
  ])('does not change %s', async (_what, content) => {
    const path = write('llms.txt', content);
    await check(['--fix', path]);
    expect(new Uint8Array(readFileSync(path))).toEqual(content);
  });
});

describe('llmstxt', () => {
  it('lists its commands, and the options of each', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('diff <before> <after>') });
    for (const command of ['check', 'fix', 'diff', 'lock']) {
      const { code, out } = await run([command, '--help']);
      expect({ code, first: out.split(' [', 1)[0] }).toEqual({ code: 0, first: `usage: llmstxt ${command}` });
    }
  });

  it.each([
    [[], 'no command'],
    [['chekc'], "unknown command 'chekc'"],
  ])('prints usage and exits with 2: %j', async (args, message) => {
    const { code, out, err } = await run(args);
    expect({ code, out, first: err.split('\n', 1)[0] }).toEqual({ code: 2, out: '', first: message });
  });
});

describe('diff', () => {
  const CHANGED = GOOD.replace('# Tea', '# Fine Tea')
    .replace('## Shops', '## Stores')
    .replace(': The first one.', ': The oldest one.')
    .concat('- [Naschmarkt](https://tea.example/naschmarkt): The new one.\n');

  it('lists names, sections and links that changed, and exits with 1', async () => {
    const { code, out } = await run(['diff', write('a.txt', GOOD), write('b.txt', CHANGED)]);
    expect({ code, lines: out.trimEnd().split('\n') }).toEqual({
      code: 1,
      lines: [
        '~ title: "Tea" → "Fine Tea"',
        '~ section "Shops" → "Stores"',
        '~ notes of https://tea.example/graben: "The first one." → "The oldest one."',
        '+ link [Naschmarkt](https://tea.example/naschmarkt) in "Stores"',
      ],
    });
  });

  it('cuts long names', async () => {
    const long = write('long.txt', `# Tea\n\n## Shops\n\n- [${'x'.repeat(1_000)}](https://tea.example/x)\n`);
    const { out } = await run(['diff', write('a.txt', '# Tea\n\n## Shops\n'), long]);
    expect(out).toMatch(/^\+ link \[x{119}…\]\(https:\/\/tea\.example\/x\) in "Shops"\n$/);
  });

  it('prints nothing for formatting changes, and exits with 0', async () => {
    const paths = [write('a.txt', GOOD), write('b.txt', GOOD.replaceAll('\n', '\r\n').replace('- [', '* ['))];
    expect(await run(['diff', ...paths])).toEqual({ code: 0, out: '', err: '' });
  });

  it('compares a site with a file, as JSON', async () => {
    const answers = { 'https://tea.example/llms.txt': new Response(GOOD, { headers: TEXT }) };
    const { code, out } = await run(['diff', '--json', 'https://tea.example', '-'], { answers, stdin: '# Tea\n' });
    expect(code).toBe(1);
    const kinds = JSON.parse(out).changes.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['summary', 'details', 'section-removed', 'link-removed']);
  });

  it.each<[string, string[], RegExp]>([
    ['one file', ['a.txt'], /needs two files, not 1/],
    ['three files', ['a', 'b', 'c'], /needs two files, not 3/],
    ['standard input twice', ['-', '-'], /only one of the two/],
    ['a missing file', ['none.txt', '-'], /none\.txt: no such file or folder/],
    ['another scheme', ['file:///a.txt', '-'], /file:\/\/\/a\.txt: is not an http\(s\) URL/],
    ['a private address', ['http://10.0.0.1/', '-'], /10\.0\.0\.1 is not on the public internet/],
    ['a web page', ['https://page.example', '-'], /page\.example: is not an llms\.txt, but a web page/],
    ['a server without HTTP', ['https://tea.example', '-'], /tea\.example: the server does not answer in HTTP/],
  ])('explains itself and exits with 2: %s', async (_what, args, message) => {
    const answers = { 'https://page.example/llms.txt': new Response('<!doctype html><title>Shop</title>') };
    const { code, out, err } = await run(['diff', ...args], { answers });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });
});
