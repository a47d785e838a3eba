import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest, writeInto } from '../../temp-folder.ts';
import { runIn } from './run-in.ts';

const TEA = '# Tea\n\n> Tea from Vienna.\n\n## Shops\n\n- [Graben](graben): The first one.\n';
const URL_OF_TEA = 'https://tea.example/llms.txt';

/** Named directory, which answers from `known`, unless `sites` has another answer. */
const DIRECTORY = 'http://127.0.0.1:9';
const RESOLVE = `${DIRECTORY}/v1/resolve`;

let folder = '';
/** Answers of the test sites, by URL. */
let sites: Record<string, () => Response>;
/** Resolutions of the named directory, by URL or package. */
interface Resolved {
  readonly domain: string;
  readonly tier: string | null;
  readonly verified: boolean;
  readonly verified_at: string | null;
  readonly file: { readonly url: string } | null;
}
let known: Record<string, Resolved>;
/** URLs or packages in each request to a directory. */
let asked: string[][];

beforeEach(() => {
  folder = folderOfTest();
  sites = { [URL_OF_TEA]: () => new Response(TEA) };
  known = {};
  asked = [];
});

const write = (name: string, text: string | Uint8Array) => writeInto(folder, name, text);

const readLock = () => readFileSync(join(folder, 'llms.lock'), 'utf8');

function resolveKnown(code: string, names: readonly string[]): Response {
  return Response.json({ results: names.map((url) => known[url] ?? { url, error: { code, detail: '' } }) });
}

function lock(...args: string[]) {
  return runIn(folder, ['lock', ...args], {
    fetch: async (url, init) => {
      const answer = sites[String(url)];
      if (!String(url).endsWith('/v1/resolve')) {
        if (answer === undefined) throw new Error(`unexpected request: ${url}`);
        return answer();
      }
      expect([init.method, new Headers(init.headers).get('content-type')]).toEqual(['POST', 'application/json']);
      const { urls, packages } = JSON.parse(init.body ?? '{}');
      asked.push(urls ?? packages);
      if (answer !== undefined) return answer();
      return urls ? resolveKnown('domain.unknown', urls) : resolveKnown('package.unknown', packages);
    },
  });
}

const AS_LOCKED = { code: 0, out: 'llms.lock: 1 file, no problems\n', err: '' };

describe('lock', () => {
  it('writes the hash and the content of files, folders and URLs, in one order', async () => {
    write('vendor/b/llms.txt', TEA.replace('# Tea', '# Coffee'));
    expect(await lock('vendor', 'https://tea.example')).toMatchObject({ code: 0, out: 'llms.lock: 2 files locked\n' });
    const { version, files } = JSON.parse(readLock());
    expect(version).toBe(1);
    expect(Object.keys(files)).toEqual([URL_OF_TEA, 'vendor/b/llms.txt']);
    expect(files[URL_OF_TEA]).toEqual({
      sha256: '3625f482f6888d7c8de0b2fa536f5f4b6384bc22199d1ec998f050e3e9379627',
      site: null,
      content: TEA.split('\n'),
      integrity: expect.stringMatching(/^sha256-/),
    });
    expect(await lock('--check')).toEqual({ code: 0, out: 'llms.lock: 2 files, no problems\n', err: '' });
  });

  it('adds files to the lock, and updates all without arguments', async () => {
    write('llms.txt', TEA);
    await lock(URL_OF_TEA);
    await lock('llms.txt');
    expect(Object.keys(JSON.parse(readLock()).files)).toEqual([URL_OF_TEA, 'llms.txt']);
    sites[URL_OF_TEA] = () => new Response(`${TEA}- [Neubau](neubau): The second one.\n`);
    expect((await lock('--check')).code).toBe(1);
    expect(await lock()).toMatchObject({ code: 0, out: 'llms.lock: 2 files locked\n' });
    expect((await lock('--check')).code).toBe(0);
  });

  it('writes nothing if a file is unreadable or not an llms.txt', async () => {
    sites['https://page.example/llms.txt'] = () => new Response('<!doctype html><title>x</title>');
    const { code, err } = await lock(URL_OF_TEA, 'https://page.example');
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/^lock: https:\/\/page\.example\/llms\.txt: is not an llms\.txt, but a web page$/m),
    });
    expect(() => readLock()).toThrow('ENOENT');
  });

  it.each<[string, string[], string]>([
    ['nothing to lock', [], 'lock: no input. Name the files'],
    ['nothing to check', ['--check'], 'lock: llms.lock: no such file'],
    ['files to check', ['--check', 'x'], 'lock: --check needs no files, because it checks all'],
    ['standard input', ['-'], 'lock: standard input cannot be locked'],
    ['an address without a scheme', ['--directory', 'directory.example', 'x'], 'lock: --directory needs the URL'],
    ['an address with a query', ['--directory', 'https://d.example/?a', 'x'], 'lock: --directory needs the URL'],
    [
      'a URL with a password',
      ['https://ana:s3cret@tea.example/'],
      'lock: a URL with a user name or password cannot be locked',
    ],
    ['a URL of another scheme', ['ftp://tea.example/a'], 'lock: ftp://tea.example/a: is not an http(s) URL'],
    ['an empty argument', [''], 'lock: an argument is empty'],
    ['a private address', ['http://10.0.0.1/'], 'lock: http://10.0.0.1/llms.txt: 10.0.0.1 is not on the public'],
  ])('explains itself and exits with 2: %s', async (_what, args, message) => {
    const { code, out, err } = await lock(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.slice(0, message.length)).toBe(message);
  });
});

describe('lock --check', () => {
  it('lists changes of the content, and sends no other request', async () => {
    await lock(URL_OF_TEA);
    sites[URL_OF_TEA] = () => new Response(TEA.replace('# Tea', '# Fine Tea').replace('graben)', 'kohlmarkt)'));
    expect(await lock('--check')).toEqual({
      code: 1,
      out: [
        `${URL_OF_TEA}: its content has changed`,
        '    ~ title: "Tea" → "Fine Tea"',
        '    - link [Graben](https://tea.example/graben) in "Shops"',
        '    + link [Graben](https://tea.example/kohlmarkt) in "Shops"',
        'llms.lock: 1 file, 1 problem\n',
      ].join('\n'),
      err: '',
    });
    expect(asked).toEqual([]);
  });

  it('reports no problem for equal content in another notation', async () => {
    await lock(URL_OF_TEA);
    sites[URL_OF_TEA] = () => new Response(TEA.replaceAll('\n', '\r\n').replace('- [', '* ['));
    expect(await lock('--check')).toEqual({
      ...AS_LOCKED,
      out: `${URL_OF_TEA}: has the same content in another notation\n${AS_LOCKED.out}`,
    });
  });

  it('rejects an edited entry', async () => {
    write('llms.txt', TEA);
    await lock('llms.txt', URL_OF_TEA);
    write('llms.lock', readLock().replace('# Tea', '# Tee'));
    const { code, out } = await lock('--check');
    expect(code).toBe(1);
    expect(out).toBe(
      `${URL_OF_TEA}: its entry in the lock was edited. Review the file, then run \`llmstxt lock\`\n` +
        'llms.lock: 2 files, 1 problem\n',
    );
    expect(await lock('llms.txt')).toMatchObject({
      code: 2,
      err: expect.stringContaining('was edited. Lock this file too'),
    });
    expect((await lock()).code).toBe(0);
    expect((await lock('--check')).code).toBe(0);
  });

  it.each([
    [
      'site',
      (entry: object) => ({
        ...entry,
        site: { domain: 'tea.example', rejected: false, verified: true, verified_at: null },
      }),
    ],
    ['hash', (entry: object) => ({ ...entry, sha256: '0'.repeat(64) })],
    ['own hash', (entry: object) => ({ ...entry, integrity: 'sha256-x' })],
    ['members', () => 7],
  ])('rejects an entry with an edited %s', async (_what, edit) => {
    await lock(URL_OF_TEA);
    const { version, files } = JSON.parse(readLock());
    write('llms.lock', JSON.stringify({ version, files: { [URL_OF_TEA]: edit(files[URL_OF_TEA]) } }));
    expect(await lock('--check')).toMatchObject({
      code: 1,
      out: expect.stringContaining('entry in the lock was edited'),
    });
  });

  it.each([
    ['<<<<<<< HEAD\n', 'is not JSON'],
    ['[]', 'is not a lock'],
    ['{ "version": 2, "files": {} }', 'has version 2, but this program reads 1'],
    ['{ "version": 1, "files": { "https://": {} } }', "'https://' is not a URL"],
  ])('refuses the lock %j', async (text, message) => {
    write('llms.lock', text);
    expect(await lock('--check')).toEqual({ code: 2, out: '', err: `lock: llms.lock: ${message}\n` });
  });

  it('reports each missing file with its place', async () => {
    write('vendor/llms.txt', TEA);
    await lock('vendor', URL_OF_TEA);
    rmSync(join(folder, 'vendor'), { recursive: true });
    sites[URL_OF_TEA] = () => new Response(null, { status: 404 });
    expect(await lock('--check')).toEqual({
      code: 1,
      out: `${URL_OF_TEA}: is gone: the server responded with 404\nvendor/llms.txt: is gone: no such file\nllms.lock: 2 files, 2 problems\n`,
      err: '',
    });
    expect(await lock()).toMatchObject({ code: 2, err: expect.stringContaining('remove its entry from llms.lock') });
  });

  it('ends with 2 when a server fails, and checks the others', async () => {
    write('llms.txt', TEA);
    await lock('llms.txt', URL_OF_TEA);
    write('llms.txt', TEA.replace('# Tea', '# Coffee'));
    sites[URL_OF_TEA] = () => new Response(null, { status: 503 });
    const { code, out, err } = await lock('--check');
    expect({ code, err }).toEqual({ code: 2, err: `lock: ${URL_OF_TEA}: the server responded with 503\n` });
    expect(out).toContain('~ title: "Tea" → "Coffee"');
    expect(out).toContain('llms.lock: 2 files, 1 problem, 1 not read\n');
  });

  it('prints an object per file with --json', async () => {
    await lock(URL_OF_TEA);
    sites[URL_OF_TEA] = () => new Response(TEA.replace('# Tea', '# Fine Tea'));
    const { code, out } = await lock('--check', '--json');
    expect({ code, result: JSON.parse(out) }).toEqual({
      code: 1,
      result: {
        name: URL_OF_TEA,
        problems: ['its content has changed'],
        changes: [{ kind: 'title', before: 'Tea', after: 'Fine Tea' }],
        notes: [],
      },
    });
  });
});

describe('the site of a locked file, by a directory', () => {
  const LISTED = { domain: 'tea.example', tier: 'listed', verified: false, verified_at: null, file: null };
  const PROVEN = { ...LISTED, verified: true, verified_at: '2026-10-01T00:00:00.000Z' };
  const PROVEN_AGAIN = { ...PROVEN, verified_at: '2026-11-01T00:00:00.000Z' };
  const FEATURED = { ...LISTED, tier: 'featured' };
  const REJECTED = { ...LISTED, tier: 'rejected' };
  const OF_ANOTHER = { ...PROVEN, domain: 'shops.tea.example' };
  const PROVEN_MEANWHILE = 'the owner of tea.example was verified on 2026-10-01T00:00:00.000Z';
  const NO_LIST = 'the directory no longer lists tea.example, because it was rejected or opted out';

  it.each<[string, Resolved | null, Resolved | null, string[]]>([
    ['has its owner proven', LISTED, PROVEN, [PROVEN_MEANWHILE]],
    ['becomes known, with a proven owner', null, PROVEN, [PROVEN_MEANWHILE]],
    ['has no proven owner any more', PROVEN, LISTED, ['the owner of tea.example is no longer verified']],
    [
      'has perhaps another owner',
      PROVEN,
      PROVEN_AGAIN,
      ['the owner of tea.example was verified again on 2026-11-01T00:00:00.000Z and may be a different owner'],
    ],
    ['was removed', LISTED, null, ['the directory no longer has tea.example']],
    ['is kept out', LISTED, REJECTED, [NO_LIST]],
    ['is kept out with its owner', PROVEN, REJECTED, [NO_LIST, 'the owner of tea.example is no longer verified']],
    [
      'is another one',
      LISTED,
      OF_ANOTHER,
      ['belongs to shops.tea.example in the directory now, and no longer to tea.example'],
    ],
    ['becomes known', null, LISTED, []],
    ['is shown in another list', LISTED, FEATURED, []],
    ['is let in again', REJECTED, LISTED, []],
  ])('reports if it %s', async (_what, before, after, sentences) => {
    if (before !== null) known[URL_OF_TEA] = before;
    await lock('--directory', DIRECTORY, URL_OF_TEA);
    expect(await lock('--check', '--directory', DIRECTORY)).toEqual(AS_LOCKED);
    known = after === null ? {} : { [URL_OF_TEA]: after };
    const problems = ['no problems', '1 problem', '2 problems'][sentences.length];
    expect(await lock('--check', '--directory', DIRECTORY)).toEqual({
      code: sentences.length === 0 ? 0 : 1,
      out: `${sentences.map((sentence) => `${URL_OF_TEA}: ${sentence}\n`).join('')}llms.lock: 1 file, ${problems}\n`,
      err: '',
    });
    expect(await lock('--check')).toEqual(AS_LOCKED);
  });

  it('needs one request per hundred files, and no request for a file on disk', async () => {
    const urls = Array.from({ length: 101 }, (_, i) => `https://tea.example/${i}/llms.txt`);
    for (const url of urls) sites[url] = () => new Response(TEA);
    write('llms.txt', TEA);
    await lock('--directory', DIRECTORY, 'llms.txt', ...urls);
    await lock('--check', '--directory', DIRECTORY);
    const [first, last] = [urls.toSorted().slice(0, 100), urls.toSorted().slice(100)];
    expect(asked).toEqual([urls.slice(0, 100), urls.slice(100), first, last]);
  });

  it('comes from the directory of the config, which must be on the public internet', async () => {
    write('llmstxt.config.json', '{ "directory": "https://directory.example/" }');
    sites['https://directory.example/v1/resolve'] = () => Response.json({ results: [PROVEN] });
    await lock(URL_OF_TEA);
    expect(JSON.parse(readLock()).files[URL_OF_TEA].site).toEqual({
      domain: 'tea.example',
      rejected: false,
      verified: true,
      verified_at: PROVEN.verified_at,
    });
    write('llmstxt.config.json', JSON.stringify({ directory: DIRECTORY }));
    const { code, err } = await lock('--check');
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('127.0.0.1 is not on the public internet') });
    expect(asked).toHaveLength(1);
  });

  it.each<[string, () => Response, string]>([
    ['no JSON', () => new Response('<!doctype html>'), 'the directory did not respond with JSON'],
    ['another object', () => Response.json({ code: 'odd' }), 'the response of the directory has an unknown form'],
    ['too few results', () => Response.json({ results: [] }), 'the response of the directory has an unknown form'],
    ['no resolution', () => Response.json({ results: [{}] }), 'the response of the directory has an unknown form'],
    ['a failure', () => new Response(null, { status: 503 }), 'the directory responded with 503'],
  ])('fails if the directory answers with %s', async (_what, answer, message) => {
    write('llmstxt.config.json', '{ "directory": "https://directory.example" }');
    const url = 'https://directory.example/v1/resolve';
    sites[url] = answer;
    const { code, out, err } = await lock(URL_OF_TEA);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`lock: ${url}: ${message}`);
  });

  describe('file that covers a locked page', () => {
    const PAGE = 'https://tea.example/shops/graben';
    const MOVED = 'https://docs.tea.example/llms.txt';

    it('enters the lock for the URL of a page', async () => {
      known[PAGE] = { ...LISTED, file: { url: URL_OF_TEA } };
      expect(await lock('--directory', DIRECTORY, PAGE)).toMatchObject({ code: 0 });
      expect(Object.keys(JSON.parse(readLock()).files)).toEqual([URL_OF_TEA]);
    });

    it.each<[string, Resolved | undefined]>([
      ['does not know the site', undefined],
      ['knows no file for it', LISTED],
      ['names what is no address', { ...LISTED, file: { url: 'javascript:alert(1)' } }],
    ])('defaults to the page itself if the directory %s', async (_what, answer) => {
      sites[PAGE] = () => new Response('<!doctype html><title>Graben</title>');
      if (answer !== undefined) known[PAGE] = answer;
      const { code, err } = await lock('--directory', DIRECTORY, PAGE);
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`${PAGE}: is not an llms.txt`) });
    });

    it('appears in the message about a missing file', async () => {
      known[URL_OF_TEA] = { ...LISTED, file: { url: URL_OF_TEA } };
      await lock('--directory', DIRECTORY, URL_OF_TEA);
      sites[URL_OF_TEA] = () => new Response(null, { status: 404 });
      const check = () => lock('--check', '--directory', DIRECTORY);
      const gone = `${URL_OF_TEA}: is gone: the server responded with 404\n`;
      expect(await check()).toEqual({ code: 1, out: `${gone}llms.lock: 1 file, 1 problem\n`, err: '' });
      known[URL_OF_TEA] = { ...LISTED, file: { url: MOVED } };
      expect(await check()).toEqual({
        code: 1,
        out: `${gone}${URL_OF_TEA}: the directory has another file for this place: ${MOVED}\nllms.lock: 1 file, 1 problem\n`,
        err: '',
      });
    });
  });
});

describe('a foreign lock', () => {
  /** Writes a forged lock with one entry. */
  const writeLockFile = async (name: string) => {
    write('llms.txt', TEA);
    await lock('llms.txt');
    write('llms.lock', readLock().replace('"llms.txt"', JSON.stringify(name)));
  };
  const SECRET = '# Secret\n\nTOKEN=hunter2\n';
  const expectRefusal = async (message: RegExp) => {
    const { code, out, err } = await lock('--check');
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(message) });
    expect(out + err).not.toContain('hunter2');
  };

  it.each(['../outside-of-lock.txt', join(tmpdir(), 'outside-of-lock.txt'), 'a/../../outside-of-lock.txt'])(
    'reads nothing outside its folder: %s',
    async (name) => {
      const outside = join(folder, '..', 'outside-of-lock.txt');
      writeFileSync(outside, SECRET);
      try {
        await writeLockFile(name);
        await expectRefusal(/is outside/);
      } finally {
        rmSync(outside);
      }
    },
  );

  it('reads no link that leads out of its folder', async () => {
    const outside = folderOfTest();
    writeFileSync(join(outside, 'secret.txt'), SECRET);
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'docs.txt'));
    await writeLockFile('docs.txt');
    await expectRefusal(/is outside/);
  });

  it.each(['.env', '.git/config', 'secret'])('reads only .txt and .md files: %s', async (name) => {
    write(name, SECRET);
    await writeLockFile(name);
    await expectRefusal(/only \.txt and \.md files/);
  });

  it('reads no file over a mebibyte, and no lock over 16', async () => {
    write('big.txt', `# Big\n${'x'.repeat(1024 * 1024)}`);
    expect(await lock('big.txt')).toMatchObject({ code: 2, err: expect.stringMatching(/more than 1048576 bytes/) });
    write('llms.lock', ' '.repeat(16 * 1024 * 1024 + 1));
    expect(await lock('--check')).toMatchObject({ code: 2, err: expect.stringMatching(/more than 16777216 bytes/) });
  });

  it('writes no lock that it could not read again', async () => {
    const names = Array.from({ length: 17 }, (_, at) => `${at}.txt`);
    for (const name of names) write(name, `# Tea\n\n${'Leaves and water. '.repeat(56_000)}\n`);
    const err = expect.stringMatching(/llms\.lock: would have more than 16777216 bytes/);
    expect(await lock(...names)).toMatchObject({ code: 2, err });
    expect(existsSync(join(folder, 'llms.lock'))).toBe(false);
  });

  it('connects to the named directory at an IPv6 address of this machine', async () => {
    sites['http://[::1]:9/v1/resolve'] = () => Response.json({ results: [{ error: {} }] });
    expect(await lock('--directory', 'http://[::1]:9', URL_OF_TEA)).toMatchObject({ code: 0, err: '' });
  });

  it('refuses a redirect of the named directory to a private address', async () => {
    const redirect = { status: 307, headers: { Location: 'http://10.0.0.1/' } };
    sites[RESOLVE] = () => new Response(null, redirect);
    const ended = await lock('--directory', DIRECTORY, 'https://tea.example/llms.txt');
    expect(ended).toMatchObject({ code: 2, err: expect.stringMatching(/10\.0\.0\.1 is not on the public internet/) });
  });
});

describe('lock --from', () => {
  const from = (...manifests: string[]) =>
    lock('--directory', DIRECTORY, ...manifests.flatMap((manifest) => ['--from', manifest]));
  const ofPackage = (domain: string) => ({
    domain,
    tier: 'listed',
    verified: false,
    verified_at: null,
    via: 'homepage',
    candidates: [`https://${domain}/`],
    file: { url: `https://${domain}/llms.txt` },
    entry: null,
    markdown: null,
  });

  it('locks the files of direct dependencies, and names the packages without one', async () => {
    write(
      'package-lock.json',
      JSON.stringify({
        lockfileVersion: 3,
        packages: {
          '': { dependencies: { tea: '^1.0.0', '@cups/blue': '2' }, devDependencies: { own: '*' } },
          'packages/own': { name: 'own', dependencies: { leaf: '1' } },
          'node_modules/own': { resolved: 'packages/own', link: true },
          'node_modules/tea': { version: '1.0.0', dependencies: { deep: '1' } },
        },
      }),
    );
    known = { 'pkg:npm/tea': ofPackage('tea.example'), 'pkg:npm/%40cups/blue': { ...ofPackage('x'), file: null } };
    expect(await from('package-lock.json')).toEqual({
      code: 0,
      out: 'llms.lock: 1 file locked\n',
      err: 'lock: the directory has no llms.txt of pkg:npm/%40cups/blue, pkg:npm/leaf\n',
    });
    expect(asked[0]).toEqual(['pkg:npm/%40cups/blue', 'pkg:npm/leaf', 'pkg:npm/tea']);
    expect(Object.keys(JSON.parse(readLock()).files)).toEqual([URL_OF_TEA]);
  });

  it('reports the unreadable file of a package, and locks the others', async () => {
    write('requirements.txt', 'tea\nkettle\n');
    known = { 'pkg:pypi/tea': ofPackage('tea.example'), 'pkg:pypi/kettle': ofPackage('kettle.example') };
    const { code, out, err } = await from('requirements.txt');
    expect({ code, out }).toEqual({ code: 0, out: 'llms.lock: 1 file locked\n' });
    expect(err).toContain('lock: not locked: https://kettle.example/llms.txt: ');
    expect(Object.keys(JSON.parse(readLock()).files)).toEqual([URL_OF_TEA]);
  });

  it('writes no lock if no file of a package is readable', async () => {
    write('requirements.txt', 'kettle\n');
    known = { 'pkg:pypi/kettle': ofPackage('kettle.example') };
    expect(await from('requirements.txt')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no file of a package could be read'),
    });
    expect(existsSync(join(folder, 'llms.lock'))).toBe(false);
  });

  it('reads the packages of Python and Rust', async () => {
    write(
      'requirements.txt',
      'Tea_Leaf[green]>=1.0  # fresh\n-r other.txt\n# none\nhttps://x.example/a.whl\n./local\nkettle ; python_version > "3.9"\ncup @ https://x.example/cup.whl\n',
    );
    write(
      'Cargo.toml',
      [
        '[package]',
        'name = "shop"',
        '[dependencies]',
        'tea = "1"',
        'near = { path = "../near" }',
        'hot = { package = "hot-water", version = "2" }',
        'shared.workspace = true',
        '[dev-dependencies.cup]',
        'version = "1"',
        "[target.'cfg(unix)'.dependencies]",
        'spoon = "3"',
        '[features]',
        'sugar = []',
      ].join('\n'),
    );
    known = { 'pkg:cargo/tea': ofPackage('tea.example') };
    expect(await from('requirements.txt', 'Cargo.toml')).toMatchObject({ code: 0 });
    expect(asked[0]).toEqual([
      'pkg:pypi/kettle',
      'pkg:pypi/tea-leaf',
      'pkg:cargo/cup',
      'pkg:cargo/hot-water',
      'pkg:cargo/spoon',
      'pkg:cargo/tea',
    ]);
  });

  it.each([
    ['a manifest that it cannot read', 'pom.xml', '--from reads package-lock.json'],
    ['a file whose name ends like a manifest', 'my-Cargo.toml', '--from reads package-lock.json'],
    ['a manifest that is not there', 'Cargo.toml', 'no such file'],
    ['a lock file that is not JSON', 'package-lock.json', 'is not JSON'],
    ['packages without any file', 'requirements.txt', 'has an llms.txt'],
  ])('refuses %s', async (_, manifest, message) => {
    write('package-lock.json', '{');
    write('requirements.txt', 'tea\n');
    const { code, err } = await from(manifest);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('reports a directory that resolves no packages', async () => {
    write('requirements.txt', 'tea\n');
    sites[RESOLVE] = () => Response.json({ code: 'request.invalid' }, { status: 400 });
    expect(await lock('--directory', DIRECTORY, '--from', 'requirements.txt')).toMatchObject({
      code: 2,
      err: 'lock: http://127.0.0.1:9/v1/resolve: this directory resolves no packages\n',
    });
  });

  describe('packages that the directory has not read', () => {
    const names = Array.from({ length: 150 }, (_, at) => `tea${at}`);
    const pending = (name: string) => ({
      package: name,
      error: { code: 'package.pending', detail: 'Later.', retry_after_s: 0 },
    });
    /** Replaces the directory's answers to packages. */
    const answerPackages = (answer: (name: string) => unknown) => {
      const address = RESOLVE;
      const unknown = (url: string) => ({ url, error: { code: 'domain.unknown', detail: '' } });
      sites[address] = () =>
        Response.json({ results: asked.at(-1)?.map((name) => (name.startsWith('pkg:') ? answer : unknown)(name)) });
      return lock('--directory', DIRECTORY, '--from', 'requirements.txt');
    };
    beforeEach(() => write('requirements.txt', names.join('\n')));

    it('sends unread packages again until all are resolved, and shows the progress', async () => {
      const read = new Set<string>();
      const { code, out, err } = await answerPackages((name) => {
        if (asked.length === 1 && read.size >= 40) return pending(name);
        read.add(name);
        return ofPackage('tea.example');
      });
      expect({ code, out }).toEqual({ code: 0, out: 'llms.lock: 1 file locked\n' });
      // Pending packages come after packages that were not sent yet.
      expect(asked.slice(0, 3).map((batch) => batch.length)).toEqual([100, 100, 10]);
      expect(err).toBe('lock: 40 of 150 packages resolved; the directory reads the others\n');
    });

    it('ends if the directory resolves no more packages', async () => {
      const { code, err } = await answerPackages(pending);
      expect(code).toBe(2);
      expect(err).toContain('the directory reads no packages now; try again later');
      expect(existsSync(join(folder, 'llms.lock'))).toBe(false);
    });

    it.each(['rate.limited', 'registry.unreachable'])(
      'writes nothing if the directory refuses a package with %s',
      async (refusal) => {
        const { code, err } = await answerPackages((name) => ({
          package: name,
          error: { code: refusal, detail: 'Not today.\u001b[2J', retry_after_s: 60 },
        }));
        expect(code).toBe(2);
        expect(err).toMatch(/^lock: http:\/\/127\.0\.0\.1:9\/v1\/resolve: pkg:pypi\/tea0 is not resolved: Not today\./);
        expect(err).not.toContain('\u001b');
        expect(existsSync(join(folder, 'llms.lock'))).toBe(false);
      },
    );

    it('names packages missing from all registries', async () => {
      write('requirements.txt', 'tea\nnone\n');
      const unknown = { package: '', error: { code: 'package.unknown', detail: '', retry_after_s: null } };
      const { code, err } = await answerPackages((name) =>
        name.endsWith('none') ? unknown : ofPackage('tea.example'),
      );
      expect({ code, err }).toEqual({ code: 0, err: 'lock: the directory has no llms.txt of pkg:pypi/none\n' });
    });
  });

  describe('packages from other registries', () => {
    /** Returns the packages that the directory gets. */
    const sent = async (manifest: string, text: string) => {
      asked = [];
      write(manifest, text);
      await from(manifest);
      return asked[0] ?? [];
    };
    const npm = (dependencies: Record<string, string>, entries: Record<string, object> = {}, workspaces = {}) => {
      const installed = Object.entries(entries).map(([name, entry]) => [`node_modules/${name}`, entry]);
      return JSON.stringify({ packages: { '': { dependencies }, ...workspaces, ...Object.fromEntries(installed) } });
    };

    it.each([
      'git+ssh://git@corp.example/secret.git',
      'git:secret',
      'github:corp/secret',
      'corp/secret',
      'https://corp.example/secret.tgz',
      'file:../secret',
      '../secret',
      'secret.tgz',
      'link:secret',
      'path:secret',
      'workspace:*',
      'jsr:@corp/secret@1',
    ])('leaves out a dependency on %s of npm', async (request) => {
      expect(await sent('package-lock.json', npm({ tea: '^1.0.0 || 3', secret: request }))).toEqual(['pkg:npm/tea']);
      const old = { dependencies: { tea: { version: '1.0.0' }, secret: { version: request } } };
      expect(await sent('package-lock.json', JSON.stringify(old))).toEqual(['pkg:npm/tea']);
    });

    it('leaves out packages of other registries, in locks of both forms', async () => {
      const resolved = (host: string) => ({ resolved: `https://${host}/a/-/a-1.0.0.tgz` });
      const entries = { tea: resolved('registry.npmjs.org'), secret: resolved('npm.corp.example') };
      const text = npm({ tea: '1', secret: '1', maybe: '1' }, entries);
      expect(await sent('package-lock.json', text)).toEqual(['pkg:npm/maybe', 'pkg:npm/tea']);
      const old = JSON.stringify({ lockfileVersion: 1, dependencies: entries });
      expect(await sent('package-lock.json', old)).toEqual(['pkg:npm/tea']);
    });

    it('looks up the package of an alias of npm', async () => {
      const cups = { name: '@cups/blue', resolved: 'https://registry.npmjs.org/@cups/blue/-/blue-1.0.0.tgz' };
      const requests = { tea: 'npm:leaf@^1.0.0', cup: 'npm:@cups/blue', own: 'npm:secret' };
      const entries = { cup: cups, own: { name: 'secret', resolved: 'https://npm.corp.example/secret.tgz' } };
      expect(await sent('package-lock.json', npm(requests, entries))).toEqual(['pkg:npm/%40cups/blue', 'pkg:npm/leaf']);
      const old = { dependencies: { tea: { version: 'npm:leaf@1.0.0' } } };
      expect(await sent('package-lock.json', JSON.stringify(old))).toEqual(['pkg:npm/leaf']);
    });

    it('escapes a name, so that no part of the name becomes a qualifier', async () => {
      const names = { 'tea?cups#x': '1', '@cups/blue': '1', '\ud800': '1' };
      const sentNames = ['pkg:npm/%40cups/blue', 'pkg:npm/%EF%BF%BD', 'pkg:npm/tea%3Fcups%23x'];
      expect(await sent('package-lock.json', npm(names))).toEqual(sentNames);
    });

    it('leaves out a workspace, and the private packages of a workspace', async () => {
      const text = npm(
        { tea: '1', own: '1' },
        { tea: {} },
        {
          'packages/own': { dependencies: { secret: '1' } },
          'packages/own/node_modules/secret': { resolved: 'https://npm.corp.example/secret.tgz' },
        },
      );
      expect(await sent('package-lock.json', text)).toEqual(['pkg:npm/tea']);
    });

    it('reads a mebibyte of empty lines in .npmrc in linear time', async () => {
      write('.npmrc', `${'\n'.repeat(1_048_576)}registry=https://npm.corp.example\n`);
      expect(await sent('package-lock.json', npm({ tea: '1' }))).toEqual([]);
    });

    it.each(['@corp:registry', '"@corp:registry"'])('obeys the registries in .npmrc, with the key %s', async (key) => {
      write('.npmrc', `${key} = "https://npm.corp.example/"\n//npm.corp.example/:_authToken=x\n`);
      const text = npm({ tea: '1', '@corp/secret': '1', '@cups/blue': '1' });
      expect(await sent('package-lock.json', text)).toEqual(['pkg:npm/%40cups/blue', 'pkg:npm/tea']);
      write('.npmrc', 'registry=https://npm.corp.example\n@cups:registry=https://registry.npmjs.org\n');
      expect(await sent('package-lock.json', text)).toEqual(['pkg:npm/%40cups/blue']);
    });

    it.each([
      '--index-url https://pypi.corp.example/simple',
      '--index-url=https://pypi.corp.example/simple',
      '-i https://pypi.corp.example/simple',
      '--extra-index-url https://pypi.corp.example/simple',
      '--extra-index-url \\\n  https://pypi.corp.example/simple',
      '--index-url https://pypi.org.corp.example/simple',
      '--index-url $INDEX',
      '--index-url https://pypi.org/simple --extra-index-url https://pypi.corp.example/simple',
      '--pre --extra-index-url=https://pypi.corp.example/simple',
      '-r missing.txt --extra-index https://pypi.corp.example/simple',
      '--find-links ./wheels',
      '--no-index',
      '-r base.txt',
      '-c base.txt',
      '-r "base.txt"',
      "--requirement='base.txt'",
      '--pre -r missing.txt -c base.txt',
      '--requirem base.txt',
      '--cons=base.txt',
      '# a comment \\\n--index-url https://pypi.corp.example/simple',
    ])('sends no package of a requirements.txt with %j', async (option) => {
      write('base.txt', '-r requirements.txt\n--extra-index-url https://pypi.corp.example/simple\n');
      expect(await sent('requirements.txt', `tea\n${option}\n`)).toEqual([]);
    });

    it('reads a requirements.txt that names PyPI, and leaves out files', async () => {
      const options = '--index-url https://pypi.org/simple/\n-r missing.txt\n';
      const files =
        'secret-1.0-py3-none-any.whl\nsecret.tar.gz\nlibs/secret\nsecret @ file:///secret\n-e git+ssh://x#egg=secret\n';
      const pinned = '# 1.0 \\\ntea==1.0 \\\n    --hash=sha256:00 # --extra-index-url https://x.example\n';
      expect(await sent('requirements.txt', `${options}${files}${pinned}`)).toEqual(['pkg:pypi/tea']);
    });

    it.each([
      '--extra-index-url https://download.pytorch.org/whl/cu130',
      '-f https://download.pytorch.org/whl/torch_stable.html',
      '-i https://pypi.tuna.tsinghua.edu.cn/simple --trusted-host pypi.tuna.tsinghua.edu.cn',
      '-i "https://mirrors.aliyun.com/pypi/simple/"',
    ])('sends the packages of a requirements.txt with the public index of %j', async (option) => {
      expect(await sent('requirements.txt', `${option}\ntea\n`)).toEqual(['pkg:pypi/tea']);
    });

    it.each(['registry.npmmirror.com', 'registry.yarnpkg.com'])(
      'sends packages from the mirror %s of npm',
      async (host) => {
        write('.npmrc', `registry=https://${host}/\n`);
        const entries = { tea: { resolved: `https://${host}/tea/-/tea-1.0.0.tgz` } };
        expect(await sent('package-lock.json', npm({ tea: '1' }, entries))).toEqual(['pkg:npm/tea']);
      },
    );

    it('reads a requirements.txt in UTF-16, as PowerShell writes it', async () => {
      write('requirements.txt', Buffer.from('\ufefftea==1.0\r\nkettle\r\n', 'utf16le'));
      await from('requirements.txt');
      expect(asked[0]).toEqual(['pkg:pypi/kettle', 'pkg:pypi/tea']);
    });

    it.each(['requirements-dev.txt', 'requirements/dev.txt', 'dev-requirements.txt'])('reads %s', async (name) => {
      expect(await sent(name, 'tea\n')).toEqual(['pkg:pypi/tea']);
    });

    it('reads a npm-shrinkwrap.json', async () => {
      const lock = { packages: { '': { dependencies: { tea: '^1.0.0' } } } };
      expect(await sent('npm-shrinkwrap.json', JSON.stringify(lock))).toEqual(['pkg:npm/tea']);
    });

    it('reads the files that a requirements.txt includes, but no constraints', async () => {
      write('base.txt', 'kettle\r-r requirements.txt\r');
      write('limits.txt', 'secret<2\n');
      const packages = ['pkg:pypi/kettle', 'pkg:pypi/tea'];
      expect(await sent('requirements.txt', '-c limits.txt\n-r base.txt\ntea\n')).toEqual(packages);
    });

    it('reads a repeated include once, and long lines, in linear time', async () => {
      write('base.txt', `kettle\n${'# '.repeat(500_000)}\n`);
      const lines = ['-r base.txt\n'.repeat(20_000), `tea${' '.repeat(500_000)}x`, `-i${' '.repeat(500_000)}x\u2028`];
      expect(await sent('requirements.txt', `${lines[0]}${lines[1]}\npot\n`)).toEqual([
        'pkg:pypi/kettle',
        'pkg:pypi/pot',
      ]);
      expect(await sent('requirements.txt', `pot\n${lines[2]}x\n`)).toEqual([]);
    });

    it('reads manifests with a byte-order mark', async () => {
      expect(await sent('package-lock.json', `\ufeff${npm({ tea: '1' })}`)).toEqual(['pkg:npm/tea']);
      expect(await sent('Cargo.toml', '\ufeff[dependencies]\ntea = "1"\n')).toEqual(['pkg:cargo/tea']);
    });

    it('reads a dependency of Cargo.toml that names crates.io', async () => {
      const text = '[dependencies]\ntea = { version = "1", registry = "crates-io" }\nsecret = { path = "crates-io" }\n';
      expect(await sent('Cargo.toml', text)).toEqual(['pkg:cargo/tea']);
    });

    it('refuses a requirements.txt that includes a file outside of its folder', async () => {
      write('inner/requirements.txt', 'tea\n-r ../outer.txt\n');
      write('outer.txt', 'tea\n');
      const { code, err } = await from('inner/requirements.txt');
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('is outside') });
    });

    it.each([
      'secret = { path = "../secret", version = "1" }',
      'secret = { git = "https://corp.example/secret", version = "1" }',
      "'secret' = { registry = 'corp', version = '1' }",
      'secret = { version = "1", "registry-index" = "https://corp.example" }',
      'secret = { version = "1", features = [\n  "a", # }\n  "b",\n], git = "https://corp.example" }',
      'secret.version = "1"\nsecret.git = "https://corp.example"',
      '[dependencies.secret]\nversion = "1"\nregistry = "corp"',
      '[target."cfg(unix)".dependencies]\nsecret = { git = "https://corp.example" }',
      '[workspace.dependencies]\nsecret = { git = "https://corp.example" }',
      'secret = "1"\n[patch.crates-io]\nsecret = { git = "https://corp.example" }',
      'public = { package = "secret", registry = "corp", version = "1" }',
    ])('leaves out the dependency %j of Cargo.toml', async (secret) => {
      expect(await sent('Cargo.toml', `[dependencies]\ntea = "1"\n${secret}\n`)).toEqual(['pkg:cargo/tea']);
    });

    it('reports that a manifest has no package from a public registry', async () => {
      write('requirements.txt', '--index-url https://pypi.corp.example/simple\ntea\n');
      expect(await from('requirements.txt')).toMatchObject({
        code: 2,
        err: 'lock: requirements.txt: no package from a public registry\n',
      });
      expect(asked).toEqual([]);
    });
  });

  it('refuses to guess without a directory', async () => {
    write('requirements.txt', 'tea\n');
    expect(await lock('--from', 'requirements.txt')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--directory'),
    });
  });
});
