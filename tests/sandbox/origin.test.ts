import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { WebAnswer, WebSource } from '../../src/sandbox/web-source.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { folderOfFile, folderOfTest } from '../temp-folder.ts';
import { visit } from './visit.ts';

const says = (text: string, more: Partial<WebAnswer> = {}): WebAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from(text),
  ...more,
});

const long = 'A line that is worth compressing.\n'.repeat(100);
const answers: Record<string, WebAnswer> = {
  '/llms.txt': says('# A\n', { headers: { etag: '"one"', 'last-modified': 'Sun, 01 Nov 2026 10:00:00 GMT' } }),
  '/long': says(long),
  '/odd': says('odd', { headers: { 'x-odd': 'line\nbreak', 'x-fine': 'yes' } }),
};

/** Web that refuses names which the tests do not use. */
const web: WebSource = {
  names: () => ['a.example'],
  knows: (name) => name.endsWith('.example'),
  records: () => ({ a: 'origin', aaaa: [], txt: [] }),
  certificate: () => 'valid',
  answer: async ({ host, path, scheme }) => {
    if (!web.knows(host)) throw new Error(`unexpected host ${host}`);
    return answers[path] ?? says(`${scheme} ${host} ${path}`);
  },
};

const start = (dataDir: string, sites: WebSource = web) => startSandbox({ sites, dataDir, now: Date.now });
const dataDir = folderOfFile();
const sandbox = await start(dataDir);
closeAfterAll(sandbox);

describe('the origin', () => {
  it.each([
    ['https://a.example/hello', 'https a.example /hello'],
    ['https://b.example/', 'https b.example /'],
    ['http://a.example/hello', 'http a.example /hello'],
  ])('answers %s by name, https and http on one port', async (url, expected) => {
    expect((await visit(sandbox, url)).body.toString()).toBe(expected);
  });

  it.each([
    [{ 'if-none-match': '"one"' }, 304],
    [{ 'if-none-match': '"two"' }, 200],
    [{ 'if-modified-since': 'Sun, 01 Nov 2026 10:00:00 GMT' }, 304],
    [{ 'if-none-match': '"two"', 'if-modified-since': 'Mon, 02 Nov 2026 10:00:00 GMT' }, 200],
  ])('answers the condition %o with %i', async (headers, status) => {
    const answer = await visit(sandbox, 'https://a.example/llms.txt', { headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.etag).toBe('"one"');
    expect(answer.body.toString()).toBe(status === 304 ? '' : '# A\n');
  });

  it('compresses a long answer only for clients that accept gzip', async () => {
    const packed = await visit(sandbox, 'https://a.example/long', { headers: { 'accept-encoding': 'br, gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.vary).toBe('accept-encoding');
    expect(gunzipSync(packed.body).toString()).toBe(long);
    for (const headers of [{}, { 'accept-encoding': 'gzip;q=0' }, { 'accept-encoding': 'br' }]) {
      const plain = await visit(sandbox, 'https://a.example/long', { headers });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.body.toString()).toBe(long);
    }
  });

  it('hangs for a silent site until closed', async () => {
    const asked = Promise.withResolvers<void>();
    const answer = async () => {
      asked.resolve();
      return says('', { fault: 'stall' });
    };
    const other = await start(folderOfTest(), { ...web, answer });
    const outcome = expect(visit(other, 'https://a.example/')).rejects.toMatchObject({ code: 'ECONNRESET' });
    await asked.promise;
    await other.close();
    await outcome;
  });

  it('leaves out a header that cannot be sent, and sends the others', async () => {
    const { headers } = await visit(sandbox, 'https://a.example/odd');
    expect(headers['x-fine']).toBe('yes');
    expect(headers['x-odd']).toBeUndefined();
  });
});

describe('the authority', () => {
  it('stays the same after a restart', async () => {
    const again = await start(dataDir);
    onTestFinished(() => again.close());
    expect(again.ca).toBe(sandbox.ca);
    expect(await readFile(again.caFile, 'utf8')).toBe(sandbox.ca);
    expect((await visit({ ...again, ca: sandbox.ca }, 'https://a.example/')).status).toBe(200);
  });

  it('keeps its key readable by its owner alone', async () => {
    expect((await stat(join(dataDir, 'sandbox', 'authority.key.pem'))).mode & 0o077).toBe(0);
  });

  it.each([
    ['a damaged key', 'authority.key.pem', 'not a key'],
    ['a damaged certificate', 'authority.pem', ''],
  ])('replaces %s', async (_, file, text) => {
    const folder = folderOfTest();
    const first = await start(folder);
    await first.close();
    await writeFile(join(folder, 'sandbox', file), text);
    const second = await start(folder);
    onTestFinished(() => second.close());
    expect(second.ca).not.toBe(first.ca);
    expect((await visit(second, 'https://a.example/')).status).toBe(200);
  });
});
