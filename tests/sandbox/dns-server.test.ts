import { Resolver } from 'node:dns/promises';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { NameRecords, WebSource } from '../../src/sandbox/web-source.ts';
import { closeAfterAll } from '../close-after-all.ts';
import { folderOfFile } from '../temp-folder.ts';

const records: Record<string, NameRecords> = {
  'a.example': { a: 'origin', aaaa: [], txt: [['v=spf1 -all'], ['in ', 'two strings']] },
  'elsewhere.example': { a: ['10.0.0.7', '192.0.2.1'], aaaa: ['fd00::1'], txt: [] },
  '_svc-verify.a.example': { a: [], aaaa: [], txt: [['svc-verify=abc']] },
  'long.example': { a: [], aaaa: [], txt: Array.from({ length: 90 }, (_, i) => [`record ${i} ${'x'.repeat(200)}`]) },
};
const web: WebSource = {
  names: () => Object.keys(records),
  knows: (name) => name.endsWith('.example'),
  records: (name) => records[name] ?? null,
  certificate: () => 'valid',
  answer: () => Promise.reject(new Error('nothing is fetched here')),
};

const sandbox = await startSandbox({ sites: web, dataDir: folderOfFile(), now: Date.now });
closeAfterAll(sandbox);
const resolver = new Resolver({ timeout: 2_000, tries: 2 });
resolver.setServers([sandbox.dns]);

describe('the name server', () => {
  it.each([
    ['a.example', ['127.0.0.1']],
    ['A.EXAMPLE', ['127.0.0.1']],
    ['elsewhere.example', ['10.0.0.7', '192.0.2.1']],
  ])('gives %s the addresses %o', async (name, addresses) => {
    expect((await resolver.resolve4(name)).sort()).toEqual(addresses);
  });

  it('gives an answer too long for a datagram over TCP', async () => {
    expect(await resolver.resolveTxt('long.example')).toHaveLength(90);
  });

  it.each([
    ['a name without such a record', 'a.example', 'AAAA', 'ENODATA'],
    ['a name that does not exist', 'nobody.example', 'A', 'ENOTFOUND'],
    ['a name outside this web', 'example.org', 'A', 'EREFUSED'],
  ])('answers for %s: %s %s with %s', async (_, name, type, code) => {
    await expect(resolver.resolve(name, type)).rejects.toMatchObject({ code });
  });
});
