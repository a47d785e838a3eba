import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { anOwnerKey } from '../ownership/an-owner-key.ts';
import { folderOfTest } from '../temp-folder.ts';
import { scanOutputs } from './scan.ts';

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

const KEY = anOwnerKey();
const CLAIM = '0123456789abcdef0123456789abcdef';
const SECRET = 'whsec_bm90IHJlYWxseSBhIHNlY3JldCBvZiBhbnlib2R5';
const ADDRESS = 'somebody.private@post.com';
/** Program of a server that gives each secret to its owner. */
const TELLS_OWNER = `
  const server = require('node:http').createServer((request, response) => {
    const owner = { api_key: '${KEY}', verify_endpoint: 'https://a.com/?claim=${CLAIM}', webhook_secret: '${SECRET}', notify_email: '${ADDRESS}' };
    response.end(request.url === '/v1/sites/a.com/verify' ? JSON.stringify(owner) : globalThis.leak ?? 'nothing');
  });
  const ask = (path) => fetch('http://127.0.0.1:' + server.address().port + path).then((answer) => answer.text());
  server.listen(0, '127.0.0.1', async () => {
    await ask('/v1/sites/a.com/verify');
    await leaking();
    server.close();
  });`;

/** Runs a program like in a full run. */
function run(leaking: string): void {
  const recorder = new URL('./record.ts', import.meta.url).href;
  const program = `async function leaking() { ${leaking} } ${TELLS_OWNER}`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', recorder, '--eval', program], {
    env: { RUN_RECORDS: folder, BUILT: folder },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
}

describe('the scan of a run', () => {
  it('finds nothing if only the owner received the secrets', () => {
    run('console.log("all is well"); await ask("/v1/domain/a.com")');
    const { outputBytes, secrets, leaks } = scanOutputs(folder);
    expect(leaks).toEqual([]);
    expect(outputBytes).toBeGreaterThan(0);
    expect(secrets).toEqual({ key: 1, claim: 1, 'webhook secret': 1, 'mail address': 2 });
  });

  it.each([
    ['a log line', `console.error(JSON.stringify({ event: 'x', key: '${KEY}' }))`, 'key', 'stderr of'],
    ['standard output', `process.stdout.write('for ${ADDRESS}')`, 'mail address', 'stdout of'],
    ['a page', `globalThis.leak = '<p>${ADDRESS}'; await ask('/domain/a.com')`, 'mail address', 'GET /domain/a.com'],
    [
      'an address in a page',
      `globalThis.leak = 'to=${encodeURIComponent(ADDRESS)}'; await ask('/')`,
      'mail address',
      'GET /',
    ],
    ['an error', `globalThis.leak = '{"detail":"no ${CLAIM}"}'; await ask('/v1/stats')`, 'claim', 'GET /v1/stats'],
    [
      'a file of the built site',
      `require('node:fs').writeFileSync(process.env.BUILT + '/.1.tmp', '${SECRET}')`,
      'webhook secret',
      'the built site',
    ],
    [
      'a thread',
      `await new Promise((done) => new (require('node:worker_threads').Worker)('console.log("${KEY}")', { eval: true }).on('exit', done))`,
      'key',
      'stdout of',
    ],
  ])('finds a secret in %s', (_, leaking, kind, from) => {
    run(leaking);
    const { leaks } = scanOutputs(folder);
    expect(leaks.map((leak) => leak.kind)).toContain(kind);
    expect(leaks.map((leak) => leak.from).join()).toContain(from);
    expect(JSON.stringify(leaks)).not.toMatch(new RegExp([KEY, CLAIM, SECRET, ADDRESS].join('|')));
  });

  it('searches the outputs of all processes for the secrets of any process', () => {
    for (const part of ['outputs', 'secrets']) mkdirSync(join(folder, part));
    writeFileSync(join(folder, 'secrets', '1.0'), `key\t${KEY}\n`);
    writeFileSync(join(folder, 'outputs', '2.0'), '\n=== log\nnothing\n');
    writeFileSync(join(folder, 'outputs', '3.1'), `\n=== log\nnothing\n\n=== GET /\n<b>${KEY}</b>\n`);
    expect(scanOutputs(folder).leaks).toEqual([{ kind: 'key', from: 'GET /' }]);
  });
});
