import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminCommand } from '../../bin/commands/admin.ts';
import { computeOwnerKey, hashOwnerKey } from '../../src/ownership/owner-key.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { folderOfFile } from '../temp-folder.ts';
import { aHost, runInProgram } from './a-host.ts';

it.each<[string, string]>([
  ['forgive a.example', "unknown command 'forgive'"],
  ['remove', "missing required argument 'domain'"],
  ['stats a.example', 'too many arguments'],
  ['block', "missing required argument 'domain'"],
  ['block a.example b.example', 'too many arguments'],
  ['block 127.0.0.1', '127.0.0.1: An IP address is not a domain name.'],
  ['reject a.example', "required option '--as <reason>' not specified"],
  ['reject a.example --as ugly', 'Allowed choices are spam, parked'],
  ['block a.example --as spam', "unknown option '--as'"],
  ['list a.example', 'too many arguments'],
  [`block a.example --note ${'x'.repeat(501)}`, 'at most 500 characters'],
  ['block a.example --force', "unknown option '--force'"],
])('refuses admin %s', async (typed, errors) => {
  const ended = await runInProgram(adminCommand(aHost()), typed.split(' '));
  expect(ended).toMatchObject({ code: 2, errors: expect.stringContaining(errors) });
});

it('fails if its output cannot be written', () => {
  const program = join(import.meta.dirname, '../../bin/directory.ts');
  const stdout = openSync('/dev/full', 'w');
  const ended = spawnSync(process.execPath, [program, 'admin', 'list', '--json'], {
    env: { PATH: process.env['PATH'], DATA_DIR: mkdtempSync(join(tmpdir(), 'full-')) },
    stdio: ['ignore', stdout, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(stdout);
  expect(ended).toMatchObject({ status: 1, stderr: expect.stringContaining('error: ENOSPC') });
});

describe('admin commands while another program holds the data folder', () => {
  const dataDir = folderOfFile();
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ dataDir, access: 'own' });
  });
  afterAll(async () => {
    await store.close();
  });
  const run = (settings: Readonly<Record<string, string>>, argv: readonly string[]) =>
    runInProgram(adminCommand(aHost({ DATA_DIR: dataDir, ...settings })), [...argv]);
  const admin = (...argv: string[]) => run({}, argv);

  it('applies and logs a decision about a domain in any spelling', async () => {
    const decided = await admin('block', 'https://WWW.Bad.example/x', '--note', ' doorway pages ', '--by', 'me');
    expect(decided).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^bad\.example: block\. Tier none → rejected/),
    });
    expect(await admin('reject', 'bad.example', '--as', 'parked')).toMatchObject({ code: 0 });
    expect((await admin('log')).output).toContain('block bad.example by me: doorway pages\n');
    expect((await admin('list')).output).toMatch(/parked +bad\.example\n$/);
    expect(JSON.parse((await admin('show', 'bad.example', '--json')).output)).toMatchObject({
      ruling: { rejection: 'parked' },
    });
    expect(await admin('show', 'other.example')).toMatchObject({
      code: 1,
      errors: 'error: other.example is not in the directory\n',
    });
  });

  it('removes an entry without a decision and shows registrants', async () => {
    await admin('block', 'typo.example');
    expect(await admin('remove', 'typo.example')).toMatchObject({
      code: 1,
      errors: 'error: typo.example has a decision: unblock it first\n',
    });
    await admin('unblock', 'typo.example');
    expect(await admin('remove', 'typo.example', '--note', 'a typing error')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^typo\.example: removed/),
    });
    expect((await admin('stats')).output).toMatch(/^network +entries +last day.*\nall +0 +0 +0 +0\n$/);
  });

  it('shows the number of remaining owner keys during a secret replacement', async () => {
    const [old, current] = ['an old secret of the server, long enough', 'a new secret of the server, long enough'];
    await store.track(['a.example', 'b.example']);
    for (const [domain, secret] of [
      ['a.example', old],
      ['b.example', current],
    ] as const) {
      const { generation, basis } = await store.getClaimStanding(domain);
      if (!basis) throw new Error(`${domain} is not tracked`);
      const proof = { method: 'dns', token_hash: 'h', unseen_since: null, absence: null } as const;
      const keyHash = hashOwnerKey(secret, computeOwnerKey(secret, domain, 'claim', generation));
      await store.verifyOwner({ domain, generation, basis, authority: 40, tier: 'listed', proof, keyHash });
    }
    expect((await run({ SERVER_SECRET: current }, ['stats'])).output).not.toContain('owner keys');
    const settings = { SERVER_SECRET: current, SERVER_SECRET_PREVIOUS: old };
    expect((await run(settings, ['stats'])).output).toContain('owner keys of the previous SERVER_SECRET: 1\n');
    expect(JSON.parse((await run(settings, ['stats', '--json'])).output)).toMatchObject({ entries: 0, keys_left: 1 });
  });
});
