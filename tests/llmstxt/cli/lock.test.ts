import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../../packages/llmstxt/cli/run-command.ts';

const TEA = '# Tea\n\n> Tea from Vienna.\n\n## Shops\n\n- [Graben](graben): The first one.\n';
const URL_OF_TEA = 'https://tea.example/llms.txt';

let folder = '';
let directory: Server;
/** What the sites of the test answer, by URL. */
let sites: Record<string, () => Response>;
/** What the directory of the test knows, by domain. */
let owners: Record<string, { verified: boolean; verified_at: string | null }>;
let lookups: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  sites = { [URL_OF_TEA]: () => new Response(TEA) };
  owners = {};
  lookups = [];
  directory = createServer(({ url = '' }, response) => {
    const domain = url.replace('/v1/domain/', '');
    lookups.push(domain);
    const owner = owners[domain];
    response.writeHead(owner === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(owner ?? { code: 'domain.unknown' }));
  });
  await new Promise<void>((done) => directory.listen(0, '127.0.0.1', done));
});
afterEach(() => {
  directory.closeAllConnections();
  directory.close();
  rmSync(folder, { recursive: true, force: true });
});

function addressOfDirectory(): string {
  return `http://127.0.0.1:${(directory.address() as AddressInfo).port}`;
}

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const readLock = () => readFileSync(join(folder, 'llms.lock'), 'utf8');

async function lock(...args: string[]) {
  const ended = { code: -1, out: '', err: '' };
  ended.code = await runCommand(['lock', ...args], '1.2.3', {
    stdin: (async function* () {})(),
    network: {
      lookup: async (host) => [host.endsWith('.example') ? '93.184.216.34' : host],
      fetch: async (url, init) => {
        const address = String(url);
        if (address.startsWith(`${addressOfDirectory()}/`)) return fetch(url, init);
        const answer = sites[address];
        if (answer === undefined) throw new Error(`unexpected request: ${address}`);
        return answer();
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
      owner: null,
      content: TEA.split('\n'),
      integrity: expect.stringMatching(/^sha256-/),
    });
    expect(await lock('--check')).toEqual({ code: 0, out: 'llms.lock: 2 files, no problems\n', err: '' });
  });

  it('adds to the files that are locked, and reads them anew when none is named', async () => {
    write('llms.txt', TEA);
    await lock(URL_OF_TEA);
    await lock('llms.txt');
    expect(Object.keys(JSON.parse(readLock()).files)).toEqual([URL_OF_TEA, 'llms.txt']);
    sites[URL_OF_TEA] = () => new Response(`${TEA}- [Neubau](neubau): The second one.\n`);
    expect((await lock('--check')).code).toBe(1);
    expect(await lock()).toMatchObject({ code: 0, out: 'llms.lock: 2 files locked\n' });
    expect((await lock('--check')).code).toBe(0);
  });

  it('writes nothing when one of the files cannot be read, or is something else', async () => {
    sites['https://page.example/llms.txt'] = () => new Response('<!doctype html><title>x</title>');
    const { code, err } = await lock(URL_OF_TEA, 'https://page.example');
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(/^lock: https:\/\/page\.example\/llms\.txt: is no llms\.txt: it is a web page$/m),
    });
    expect(() => readLock()).toThrow('ENOENT');
  });

  it.each<[string, string[], string]>([
    ['nothing to lock', [], 'lock: no input: name the files'],
    ['nothing to check', ['--check'], 'lock: llms.lock: no such file'],
    ['files to check', ['--check', 'x'], 'lock: --check takes no files: it checks all'],
    ['standard input', ['-'], 'lock: standard input cannot be locked'],
    ['an address without a scheme', ['--directory', 'directory.example', 'x'], 'lock: --directory takes the address'],
    ['a private address', ['http://10.0.0.1/'], 'lock: http://10.0.0.1/llms.txt: 10.0.0.1 is not on the public'],
  ])('explains itself and exits with 2: %s', async (_what, args, message) => {
    const { code, out, err } = await lock(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.slice(0, message.length)).toBe(message);
  });
});

describe('lock --check', () => {
  it('says what changed in the content, and asks nobody else', async () => {
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
    expect(lookups).toEqual([]);
  });

  it('takes another way of writing for no problem', async () => {
    await lock(URL_OF_TEA);
    sites[URL_OF_TEA] = () => new Response(TEA.replaceAll('\n', '\r\n').replace('- [', '* ['));
    expect(await lock('--check')).toEqual({
      ...AS_LOCKED,
      out: `${URL_OF_TEA}: is written in another way, with the same content\n${AS_LOCKED.out}`,
    });
  });

  it('finds an entry that was edited, and takes nothing from it', async () => {
    write('llms.txt', TEA);
    await lock('llms.txt', URL_OF_TEA);
    write('llms.lock', readLock().replace('# Tea', '# Tee'));
    const { code, out } = await lock('--check');
    expect(code).toBe(1);
    expect(out).toBe(
      `${URL_OF_TEA}: its entry in the lock was edited: \`llmstxt lock\` writes it anew, once the file is reviewed\n` +
        'llms.lock: 2 files, 1 problem\n',
    );
    expect(await lock('llms.txt')).toMatchObject({ code: 2, err: expect.stringContaining('was edited: lock it, too') });
    expect((await lock()).code).toBe(0);
    expect((await lock('--check')).code).toBe(0);
  });

  it.each([
    ['owner', (entry: object) => ({ ...entry, owner: { domain: 'tea.example', verified: true, verified_at: null } })],
    ['hash', (entry: object) => ({ ...entry, sha256: '0'.repeat(64) })],
    ['own hash', (entry: object) => ({ ...entry, integrity: 'sha256-x' })],
    ['members', () => 7],
  ])('finds an entry whose %s was edited', async (_what, edit) => {
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
    ['{ "version": 2, "files": {} }', 'has version 2; this program reads 1'],
  ])('refuses the lock %j', async (text, message) => {
    write('llms.lock', text);
    expect(await lock('--check')).toEqual({ code: 2, out: '', err: `lock: llms.lock: ${message}\n` });
  });

  it('says of each file that is gone where it is missing', async () => {
    write('vendor/llms.txt', TEA);
    await lock('vendor', URL_OF_TEA);
    rmSync(join(folder, 'vendor'), { recursive: true });
    sites[URL_OF_TEA] = () => new Response(null, { status: 404 });
    expect(await lock('--check')).toEqual({
      code: 1,
      out: `${URL_OF_TEA}: is gone: the server answers 404\nvendor/llms.txt: is gone: no such file\nllms.lock: 2 files, 2 problems\n`,
      err: '',
    });
  });

  it('ends with 2 when a server fails, and checks the others', async () => {
    write('llms.txt', TEA);
    await lock('llms.txt', URL_OF_TEA);
    write('llms.txt', TEA.replace('# Tea', '# Coffee'));
    sites[URL_OF_TEA] = () => new Response(null, { status: 503 });
    const { code, out, err } = await lock('--check');
    expect({ code, err }).toEqual({ code: 2, err: `lock: ${URL_OF_TEA}: the server answers 503\n` });
    expect(out).toContain('~ title: "Tea" → "Coffee"');
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

describe('the owner of a locked file', () => {
  const UNPROVEN = { verified: false, verified_at: null };
  const PROVEN = { verified: true, verified_at: '2026-10-01T00:00:00.000Z' };
  const PROVEN_AGAIN = { verified: true, verified_at: '2026-11-01T00:00:00.000Z' };

  it.each([
    [
      'proven meanwhile',
      UNPROVEN,
      PROVEN,
      'the owner of tea.example was proven meanwhile, on 2026-10-01T00:00:00.000Z',
    ],
    [
      'unknown, then proven',
      null,
      PROVEN,
      'the owner of tea.example was proven meanwhile, on 2026-10-01T00:00:00.000Z',
    ],
    ['not proven any more', PROVEN, UNPROVEN, 'the owner of tea.example is not proven any more'],
    [
      'perhaps another one',
      PROVEN,
      PROVEN_AGAIN,
      'the owner of tea.example was proven again, on 2026-11-01T00:00:00.000Z: it may be another one',
    ],
    ['unknown', UNPROVEN, null, 'the directory does not know tea.example any more'],
  ])('is %s', async (_what, before, after, sentence) => {
    if (before !== null) owners['tea.example'] = before;
    await lock('--directory', addressOfDirectory(), URL_OF_TEA);
    expect(await lock('--check', '--directory', addressOfDirectory())).toEqual(AS_LOCKED);
    owners = after === null ? {} : { 'tea.example': after };
    expect(await lock('--check', '--directory', addressOfDirectory())).toEqual({
      code: 1,
      out: `${URL_OF_TEA}: ${sentence}\nllms.lock: 1 file, 1 problem\n`,
      err: '',
    });
    expect(await lock('--check')).toEqual(AS_LOCKED);
  });

  it('is asked for once for each domain, and never for a file on disk', async () => {
    write('llms.txt', TEA);
    sites['https://www.tea.example/docs/llms.txt'] = () => new Response(TEA);
    await lock('--directory', addressOfDirectory(), 'llms.txt', URL_OF_TEA, 'https://www.tea.example/docs/llms.txt');
    expect(lookups).toEqual(['tea.example']);
  });

  it('comes from the directory of the config, which must be on the public internet', async () => {
    write('llmstxt.config.json', '{ "directory": "https://directory.example/" }');
    sites['https://directory.example/v1/domain/tea.example'] = () => Response.json(PROVEN);
    await lock(URL_OF_TEA);
    expect(JSON.parse(readLock()).files[URL_OF_TEA].owner).toEqual({ domain: 'tea.example', ...PROVEN });
    write('llmstxt.config.json', JSON.stringify({ directory: addressOfDirectory() }));
    const { code, err } = await lock('--check');
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('127.0.0.1 is not on the public internet') });
    expect(lookups).toEqual([]);
  });

  it('cannot be found out where the directory gives no record', async () => {
    write('llmstxt.config.json', '{ "directory": "https://directory.example" }');
    const url = 'https://directory.example/v1/domain/tea.example';
    sites[url] = () => new Response('<!doctype html>');
    expect(await lock(URL_OF_TEA)).toEqual({
      code: 2,
      out: '',
      err: `lock: ${url}: the directory does not answer with JSON\n`,
    });
    sites[url] = () => Response.json({ code: 'odd' });
    expect(await lock(URL_OF_TEA)).toMatchObject({ code: 2, err: `lock: ${url}: not the record of a domain\n` });
    sites[url] = () => new Response(null, { status: 503 });
    expect(await lock(URL_OF_TEA)).toMatchObject({ code: 2, err: `lock: ${url}: the directory answers 503\n` });
  });
});

describe('the directory', () => {
  const PAGE = 'https://tea.example/shops/graben';
  const MOVED = 'https://docs.tea.example/llms.txt';
  const resolution = (page: string) => `https://directory.example/v1/resolve?url=${encodeURIComponent(page)}`;
  beforeEach(() => {
    sites['https://directory.example/v1/domain/tea.example'] = () => new Response(null, { status: 404 });
  });

  it('names the file that covers a page which is to be locked', async () => {
    sites[resolution(PAGE)] = () => Response.json({ domain: 'tea.example', file: { url: URL_OF_TEA } });
    expect(await lock('--directory', 'https://directory.example', PAGE)).toMatchObject({ code: 0 });
    expect(Object.keys(JSON.parse(readLock()).files)).toEqual([URL_OF_TEA]);
  });

  it.each<[string, () => Response]>([
    ['does not know the site', () => new Response(null, { status: 404 })],
    ['knows no file for it', () => Response.json({ domain: 'tea.example', file: null })],
    ['names what is no address', () => Response.json({ file: { url: 'javascript:alert(1)' } })],
  ])('leaves a page as it is where it %s', async (_what, answer) => {
    sites[PAGE] = () => new Response('<!doctype html><title>Graben</title>');
    sites[resolution(PAGE)] = answer;
    const { code, err } = await lock('--directory', 'https://directory.example', PAGE);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`${PAGE}: is no llms.txt`) });
  });

  it('names another file for the place of one that is gone', async () => {
    await lock(URL_OF_TEA);
    sites[URL_OF_TEA] = () => new Response(null, { status: 404 });
    const check = () => lock('--check', '--directory', 'https://directory.example');
    const gone = `${URL_OF_TEA}: is gone: the server answers 404\n`;
    sites[resolution(URL_OF_TEA)] = () => Response.json({ file: { url: URL_OF_TEA } });
    expect(await check()).toEqual({ code: 1, out: `${gone}llms.lock: 1 file, 1 problem\n`, err: '' });
    sites[resolution(URL_OF_TEA)] = () => Response.json({ file: { url: MOVED } });
    expect(await check()).toEqual({
      code: 1,
      out: `${gone}${URL_OF_TEA}: the directory knows another file for its place: ${MOVED}\nllms.lock: 1 file, 1 problem\n`,
      err: '',
    });
  });
});
