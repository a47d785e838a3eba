import { describe, expect, it } from 'vitest';
import { importDomains } from '../../../src/jobs/import/import-domains.ts';
import { readDomains } from '../../../src/jobs/import/read-domains.ts';
import { readLines } from '../../../src/jobs/read-lines.ts';

describe('import of domains', () => {
  async function read(text: string | Buffer, chunk = 7) {
    async function* stream() {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    }
    const entries = [];
    for await (const entry of readDomains(readLines(stream()), { reserved: false })) entries.push(entry);
    return entries;
  }
  it.each([
    ['one domain per line', 'example.com\nwww.Example.ORG\n', ['example.com', 'example.org']],
    ['CRLF and a byte-order mark', '\uFEFFexample.com\r\nexample.org\r\n', ['example.com', 'example.org']],
    ['rank,domain', '1,example.com\n2,example.org', ['example.com', 'example.org']],
    ['rank,domain with a header', 'rank,domain\n1,example.com\n', ['example.com']],
    ['CSV with quotes', 'name,"Domain",x\n"a, ""b""",example.com,y\n', ['example.com']],
    ['TSV', 'id\tdomain\n7\tmünchen.de\n', ['xn--mnchen-3ya.de']],
    ['URLs', 'https://example.com/llms.txt\n', ['example.com']],
    ['comments and blank lines', '# list\n\nexample.com\n', ['example.com']],
  ])('reads %s', async (_, text, domains) => {
    expect((await read(text)).map((entry) => ('domain' in entry ? entry.domain : entry))).toEqual(domains);
  });
  it.each(['utf-16le', 'utf-16be'])('reads %s', async (encoding) => {
    const bytes = Buffer.from('\uFEFFexample.com\r\nmünchen.de\r\n', 'utf16le');
    const entries = await read(encoding === 'utf-16le' ? bytes : bytes.swap16());
    expect(entries).toMatchObject([{ domain: 'example.com' }, { domain: 'xn--mnchen-3ya.de' }]);
  });
  it('reports each bad line by its number and continues', async () => {
    expect(await read(`domain\n10.0.0.1\nexample.com\n${'x'.repeat(200_000)}\nlast.com`, 4_096)).toEqual([
      { line: 2, detail: expect.stringMatching(/IP address/) },
      { line: 3, domain: 'example.com' },
      { line: 4, detail: expect.stringMatching(/too long/) },
      { line: 5, domain: 'last.com' },
    ]);
  });
});

it('tracks a list in batches without duplicates, and counts bad lines', async () => {
  const batches: (readonly string[])[] = [];
  const store = {
    track: async (domains: readonly string[]) => {
      batches.push(domains);
      return { added: domains.length - 1, known: 1 };
    },
  };
  async function* lines() {
    for (let i = 0; i < 1_500; i++) yield* [`site${i}.com`, `www.site${i}.com`];
    yield 'no domain';
  }
  const bad: unknown[] = [];
  const count = await importDomains(store, lines(), { reserved: false }, ({ line }, sofar) => bad.push([line, sofar]));
  expect(batches.map(({ length }) => length)).toEqual([1_000, 501]);
  expect(count).toEqual({ added: 1_499, known: 2, bad: 1 });
  expect(bad).toEqual([[3_001, 1]]);
});
