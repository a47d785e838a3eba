import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mirrorCommand } from '../../../bin/commands/mirror.ts';
import { createApp } from '../../../functions/http/app.ts';
import { type RunningServer, startServer } from '../../../functions/http/server.ts';
import { COPY_FILE, openCopyStore } from '../../../src/jobs/mirror/copy-store.ts';
import { mirror } from '../../../src/jobs/mirror/mirror.ts';
import { MirrorError } from '../../../src/jobs/mirror/mirror-error.ts';
import { writeSnapshot } from '../../../src/jobs/snapshot/write-snapshot.ts';
import { silentLog } from '../../../src/runtime/log.ts';
import { NO_PROXY } from '../../../src/runtime/trusted-proxy.ts';
import { openBuiltFiles } from '../../../src/site/build/built-files.ts';
import { aHost, runInProgram } from '../../bin/a-host.ts';
import { serveFake } from '../../functions/http/serve-fake.ts';
import { type LocalServer, listenLocally } from '../../listen-locally.ts';
import { openEmbeddedTestStore } from '../../store/embedded-test-store.ts';
import { useEmptyStore } from '../../store/use-test-store.ts';
import { folderOfTest } from '../../temp-folder.ts';
import { readCopy } from './read-copy.ts';

const NAMES = Array.from({ length: 12 }, (_, i) => `s${i}.example`);

describe('a mirror', () => {
  const opened = useEmptyStore(openEmbeddedTestStore);
  let server: RunningServer;
  let folder: string;
  let site: string;
  const asked: string[] = [];
  let now = Date.now();
  beforeAll(async () => {
    const files = { find: (path: string) => openBuiltFiles(site).find(path) };
    const { context } = serveFake(opened.store, { now: () => now, files, trustedProxy: NO_PROXY });
    const app = createApp(context);
    const noting: typeof app.fetch = (request, ...rest) => {
      asked.push(new URL(request.url).pathname);
      return app.fetch(request, ...rest);
    };
    server = await startServer({ app: { fetch: noting }, host: '127.0.0.1', port: 0, log: silentLog });
  });
  afterAll(async () => {
    await server?.stop();
  });
  beforeEach(async () => {
    await opened.store.track(NAMES);
    asked.length = 0;
    folder = folderOfTest();
    site = folderOfTest();
  });

  const baseUrl = () => `http://127.0.0.1:${server.port}`;
  const snapshot = () =>
    writeSnapshot({ store: opened.store, folder: join(site, 'data'), date: '2026-11-20', baseUrl: baseUrl() });
  const update = async () => {
    // Wait for the end of the server's cache time.
    now += 1_000;
    const copy = openCopyStore(folder);
    try {
      return await mirror({ copy, baseUrl: baseUrl(), folder, signal: new AbortController().signal });
    } finally {
      copy.close();
    }
  };
  const copied = () => readCopy(folder);
  const held = async () => {
    const { sites } = await opened.store.readSites(null, 1_000);
    return sites.map(({ record }) => record);
  };

  it('equals the directory from its log without a snapshot', async () => {
    expect(await update()).toBe(12);
    expect(copied()).toEqual(await held());
    expect(await update()).toBe(0);
  });

  it('starts with the snapshot and applies later changes', async () => {
    await snapshot();
    await opened.remove('s3.example');
    await opened.store.track(['new.example']);
    expect(await update()).toBe(2);
    expect(copied()).toEqual(await held());
    asked.length = 0;
    await opened.remove('s4.example');
    expect(await update()).toBe(1);
    expect(copied()).toEqual(await held());
    expect(asked).toEqual(['/v1/changes']);
  });

  it('continues after an interruption between two pages of the log', async () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `m${i}.example`);
    await opened.store.track(many);
    now += 1_000;
    const copy = openCopyStore(folder);
    let pages = 0;
    const apply: typeof copy.apply = (...page) => {
      pages += 1;
      if (pages === 2) throw new Error('killed');
      copy.apply(...page);
    };
    const signal = new AbortController().signal;
    await expect(mirror({ copy: { ...copy, apply }, baseUrl: baseUrl(), folder, signal })).rejects.toThrow('killed');
    copy.close();
    expect(copied()).toHaveLength(1_000);
    expect(await update()).toBe(12);
    expect(copied().map(({ domain }) => domain)).toEqual([...NAMES, ...many].toSorted());
  });

  it('starts over if the directory comes from a restored copy', async () => {
    await update();
    await opened.query('delete from directory.domains');
    await opened.query('delete from directory.changes');
    await opened.query('update directory.instance set id = gen_random_uuid()');
    await opened.store.track(['only.example']);
    await update();
    expect(copied()).toEqual(await held());
  });

  it('starts over from the log if the snapshot is older than the restored directory', async () => {
    await snapshot();
    await opened.query('update directory.instance set id = gen_random_uuid()');
    await opened.remove('s5.example');
    await update();
    expect(copied()).toEqual(await held());
  });

  it('rejects a file whose hash differs from the manifest', async () => {
    await snapshot();
    const file = join(site, 'data', '2026-11-20', 'domains.ndjson.gz');
    const body = readFileSync(file);
    writeFileSync(file, body.subarray(0, body.length - 3));
    await expect(update()).rejects.toThrow(/has the hash/);
    expect(copied()).toEqual([]);
    writeFileSync(file, body);
    await update();
    expect(copied()).toEqual(await held());
  });
});

describe('a mirror of a hostile directory', () => {
  const ROW = JSON.stringify({ domain: 'a.example' });
  let answers: Record<string, (response: ServerResponse) => void>;
  let server: LocalServer;
  let folder: string;
  beforeEach(async () => {
    answers = {};
    folder = folderOfTest();
    server = await listenLocally(
      createServer((request, response) => {
        const answer = answers[request.url?.split('?')[0] ?? ''];
        if (answer) answer(response);
        else response.writeHead(404).end();
      }),
    );
  });
  afterEach(() => server.close());
  const json = (value: unknown) => (response: ServerResponse) => response.end(JSON.stringify(value));
  const toCopy = async (address = server.url) => {
    const copy = openCopyStore(folder);
    try {
      return await mirror({ copy, baseUrl: address, folder, signal: AbortSignal.timeout(15_000) });
    } finally {
      copy.close();
    }
  };
  const publish = (body: Buffer, expected: Partial<{ bytes: number; rows: number }> = {}) => {
    const sha256 = createHash('sha256').update(body).digest('hex');
    const files = { 'domains.ndjson.gz': { bytes: body.length, sha256, rows: 1, ...expected } };
    const counts = { tracked: 1, shown: 1, valid: 1, invalid: 0, unreachable: 0, pending: 0, blocked: 0, links: 0 };
    const about = { directory: server.url, license: '', sample: '', cursor: 'c', columns: [], counts, files };
    const versions = { ruleset: '1', score: 1, topics: 1 };
    answers['/data/latest.json'] = json({ date: '2026-11-20', manifest: 'm' });
    answers['/data/2026-11-20/manifest.json'] = json({ format: 1, date: '2026-11-20', versions, ...about });
    answers['/data/2026-11-20/domains.ndjson.gz'] = (response) => response.end(body);
    answers['/v1/changes'] = (response) => response.writeHead(304).end();
  };

  it('reads a good snapshot', async () => {
    publish(gzipSync(`${ROW}\n`));
    expect(await toCopy()).toBe(0);
  });

  it('rejects a snapshot of a newer format, and says what to do', async () => {
    publish(gzipSync(`${ROW}\n`));
    answers['/data/2026-11-20/manifest.json'] = json({ format: 2, tables: [] });
    await expect(toCopy()).rejects.toThrow(/manifest\.json has format 2\. This program reads format 1\. Update it/);
  });

  it('ignores the location of an answer that is not a redirect', async () => {
    answers['/v1/changes'] = (response) =>
      response.writeHead(200, { location: 'http://other.example/' }).end('{"changes":[],"cursor":"c","more":false}');
    expect(await toCopy()).toBe(0);
  });

  const redirect = (location: string) => (response: ServerResponse) => response.writeHead(302, { location }).end();
  const endless = (response: ServerResponse) => {
    const part = `"${'x'.repeat(1024 * 1024)}`;
    const write = () => response.write(part, (error) => error || write());
    write();
  };

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    [
      'a missing log',
      (response) => response.writeHead(404).end(),
      /\/v1\/changes\S* answered 404\. Check that <base_url>/,
    ],
    ['a page', (response) => response.end('<html>'), /is not the JSON of a directory\. Check that <base_url>/],
    ['JSON of another kind', json({ ok: true }), /is not the JSON of a directory/],
    ['an error of the server', (response) => response.writeHead(500).end(), /answered 500\. Try again later/],
    ['a closed connection', (response) => response.destroy(), /127\.0\.0\.1:\d+ closed the connection/],
    ['half an answer', (response) => response.write('{', () => response.destroy()), /closed the connection/],
    ['JSON without an end', endless, /has more than 33554432 bytes/],
    ['a log that does not advance', json({ changes: [], cursor: 'same', more: true }), /does not advance after same/],
    ['a redirect to metadata', redirect('http://169.254.169.254/latest'), /redirects to another origin/],
    ['a redirect to this machine', redirect('http://localhost:1/'), /redirects to another origin/],
    ['a redirect without a scheme', redirect('//other.example/x'), /redirects to another origin/],
    ['a redirect to no URL', redirect('http://['), /redirects to another origin: http:\/\/\[/],
    ['a loop of redirects', redirect('/v1/changes'), /redirects more than 3 times/],
  ])('stops at %s, and names it as the reason', async (_, answer, message) => {
    answers['/v1/changes'] = answer;
    const error: unknown = await toCopy().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MirrorError);
    expect(error).toMatchObject({ message: expect.stringMatching(message) });
  });

  it('names a name without an address as the reason', async () => {
    await expect(toCopy('http://none.invalid')).rejects.toThrow(
      /DNS (?:has no address of|did not answer for) none\.invalid/,
    );
  });

  it('names a refused connection as the reason', async () => {
    const closed = await listenLocally(createServer());
    await closed.close();
    await expect(toCopy(closed.url)).rejects.toThrow(/127\.0\.0\.1:\d+ refused the connection\. Check the port/);
  });

  it('names missing TLS as the reason', async () => {
    await expect(toCopy(server.url.replace('http', 'https'))).rejects.toThrow(/TLS with 127\.0\.0\.1:\d+ failed: /);
  });

  it('tries again after a failure with --every', async () => {
    let tries = 0;
    const stop = new AbortController();
    answers['/v1/changes'] = (response) => {
      tries += 1;
      if (tries === 2) stop.abort();
      response.writeHead(500).end();
    };
    const host = { ...aHost(), stopSignal: () => stop.signal };
    const { errors } = await runInProgram(mirrorCommand(host), [server.url, folder, '--every', '1']);
    expect(tries).toBe(2);
    expect(errors).toMatch(/answered 500\. Try again later; next try in 1 s/);
    expect(await runInProgram(mirrorCommand(aHost()), [server.url, folder])).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^error: \S+\/v1\/changes\?limit=1000 answered 500\. Try again later\n$/),
    });
  });

  it('stops on a signal without blaming the directory', async () => {
    const stop = new AbortController();
    answers['/v1/changes'] = () => stop.abort(new Error('SIGINT'));
    const host = { ...aHost(), stopSignal: () => stop.signal };
    const ended = await runInProgram(mirrorCommand(host), [server.url, folder]);
    expect(ended).toMatchObject({ code: 1, errors: 'error: stopped. The next run continues\n' });
  });

  it.each(['http://name:secret@127.0.0.1/', 'http://127.0.0.1/?a', 'http://127.0.0.1/#a', 'ftp://127.0.0.1/'])(
    'refuses the base URL %s',
    async (base) => {
      const { code, errors } = await runInProgram(mirrorCommand(aHost()), [base, folder]);
      expect({ code, errors }).toEqual({ code: 2, errors: expect.stringMatching(/^error: <base_url> must be/) });
    },
  );

  it('names the failure of a database that ends its transaction, such as on a full disk', async () => {
    openCopyStore(folder).close();
    const database = new DatabaseSync(join(folder, COPY_FILE));
    database.exec("create trigger full before insert on domains begin select raise(rollback, 'the disk is full'); end");
    database.close();
    answers['/v1/changes'] = json({
      changes: [{ domain: 'a.example', record: JSON.parse(ROW) }],
      cursor: 'c',
      more: false,
    });
    await expect(toCopy()).rejects.toThrow('the disk is full');
    publish(gzipSync(`${ROW}\n`));
    await expect(toCopy()).rejects.toThrow('the disk is full');
  });

  it('names a file that is not a copy', async () => {
    writeFileSync(join(folder, COPY_FILE), 'no database '.repeat(100));
    await expect(toCopy()).rejects.toThrow(/directory\.sqlite: file is not a database/);
  });

  it.each([
    ['a longer file than its manifest says', gzipSync(`${ROW}\n`), { bytes: 5 }, /has more than 5 bytes/],
    ['more rows than its manifest says', gzipSync(`${ROW}\n`.repeat(3)), {}, /more than the 1 rows/],
    ['one line of 64 MiB', gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x')), {}, /row 1 of \S+ is not a record/],
    ['a file that is not gzip', Buffer.from('no gzip'), {}, /incorrect header check/],
  ])('stops at %s', async (_, body, expected, message) => {
    publish(body, expected);
    await expect(toCopy()).rejects.toThrow(message);
  });
});
