import { describe, expect, it } from 'vitest';
import { parseCrawlArguments } from '../../bin/crawl-arguments.ts';
import { readDomains } from '../../src/jobs/import/read-domains.ts';
import { readLines } from '../../src/jobs/read-lines.ts';

describe('what may be typed after npm run crawl', () => {
  const none = {
    web: { kind: 'sandbox' },
    shard: null,
    limit: null,
    deadlineMs: null,
    concurrency: null,
    dryRun: false,
    domains: [],
  };
  it.each<[string, object]>([
    ['', none],
    ['--live', { ...none, web: { kind: 'live' } }],
    ['--replay ../x', { ...none, web: { kind: 'replay', folder: '../x' } }],
    ['--shard 2/4 --limit 10', { ...none, shard: '2/4', limit: 10 }],
    ['--deadline 5h', { ...none, deadlineMs: 18_000_000 }],
    ['--deadline 90s --dry-run', { ...none, deadlineMs: 90_000, dryRun: true }],
    ['--live stripe.com a.dev', { ...none, web: { kind: 'live' }, domains: ['stripe.com', 'a.dev'] }],
  ])('%s', (typed, value) => {
    expect(parseCrawlArguments(typed.split(' ').filter(Boolean))).toEqual({ ok: true, value });
  });
  it.each([
    ['--live --replay x', /exclude/],
    ['--shard 5/4', /--shard/],
    ['--shard 0/4', /--shard/],
    ['--limit 0', /--limit/],
    ['--limit ten', /--limit/],
    ['--deadline 5', /--deadline/],
    ['--bogus', /bogus/],
    ['--replay', /replay/],
  ])('%s is refused', (typed, detail) => {
    expect(parseCrawlArguments(typed.split(' '))).toEqual({ ok: false, detail: expect.stringMatching(detail) });
  });
});

describe('lists of domains', () => {
  async function read(text: string, chunk = 7) {
    async function* stream() {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
    }
    const entries = [];
    for await (const entry of readDomains(readLines(stream()), { reserved: false })) entries.push(entry);
    return entries;
  }
  it.each([
    ['one a line', 'example.com\nwww.Example.ORG\n', ['example.com', 'example.org']],
    ['CRLF and a byte-order mark', '\uFEFFexample.com\r\nexample.org\r\n', ['example.com', 'example.org']],
    ['rank,domain', '1,example.com\n2,example.org', ['example.com', 'example.org']],
    ['rank,domain with a header', 'rank,domain\n1,example.com\n', ['example.com']],
    ['CSV with quotes', 'name,"Domain",x\n"a, ""b""",example.com,y\n', ['example.com']],
    ['TSV', 'id\tdomain\n7\tmünchen.de\n', ['xn--mnchen-3ya.de']],
    ['URLs', 'https://example.com/llms.txt\n', ['example.com']],
    ['comments and blank lines', '# list\n\nexample.com\n', ['example.com']],
  ])('%s', async (_, text, domains) => {
    expect((await read(text)).map((entry) => ('domain' in entry ? entry.domain : entry))).toEqual(domains);
  });
  it('name each bad line by its number and go on', async () => {
    expect(await read(`domain\n10.0.0.1\nexample.com\n${'x'.repeat(200_000)}\nlast.com`, 4_096)).toEqual([
      { line: 2, detail: expect.stringMatching(/IP address/) },
      { line: 3, domain: 'example.com' },
      { line: 4, detail: expect.stringMatching(/too long/) },
      { line: 5, domain: 'last.com' },
    ]);
  });
});
