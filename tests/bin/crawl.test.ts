import { describe, expect, it } from 'vitest';
import { crawlCommand } from '../../bin/commands/crawl.ts';
import { type CrawlArguments, localWebFor } from '../../bin/crawl/run-crawl.ts';
import { parseEnv } from '../../src/runtime/env.ts';
import { folderOfFile } from '../temp-folder.ts';
import { aHost, runInProgram } from './a-host.ts';

const folder = folderOfFile();

async function parse(argv: readonly string[]) {
  const host = aHost();
  let wanted: CrawlArguments | null = null;
  const command = crawlCommand(host, async (parsed) => {
    wanted = parsed;
    return 3;
  });
  return { ...(await runInProgram(command, argv)), wanted, codes: host.codes };
}

describe('arguments of crawl', () => {
  const none = {
    isLive: false,
    isSample: false,
    replay: undefined,
    shard: undefined,
    limit: undefined,
    deadlineMs: undefined,
    concurrency: undefined,
    dryRun: false,
    domains: [],
  };
  it.each<[string, object]>([
    ['', none],
    ['--live', { ...none, isLive: true }],
    ['--sample', { ...none, isSample: true }],
    ['--replay ../x', { ...none, replay: '../x' }],
    ['--shard 2/4 --limit 10', { ...none, shard: '2/4', limit: 10 }],
    ['--deadline 5h', { ...none, deadlineMs: 18_000_000 }],
    ['--deadline 90s --dry-run', { ...none, deadlineMs: 90_000, dryRun: true }],
    ['--live stripe.com a.dev', { ...none, isLive: true, domains: ['stripe.com', 'a.dev'] }],
  ])('parses %s', async (typed, wanted) => {
    expect(await parse(typed.split(' ').filter(Boolean))).toMatchObject({ code: 0, errors: '', wanted, codes: [3] });
  });
  it.each([
    ['--live --replay x', /cannot be used with/],
    ['--live --sample', /cannot be used with/],
    ['--sample --replay x', /cannot be used with/],
    ['--shard 5/4', /--shard.*2\/4/],
    ['--shard 0/4', /--shard.*2\/4/],
    ['--json a.dev', /--json needs --explain/],
    ['--explain', /--explain needs one domain/],
    ['--explain a.dev b.dev', /--explain needs one domain/],
    ['--limit 0', /--limit.*whole number/],
    ['--limit ten', /--limit.*whole number/],
    ['--deadline 5', /--deadline.*5h/],
    ['--bogus', /bogus/],
    ['--replay', /--replay.*missing/],
  ])('refuses %s', async (typed, errors) => {
    expect(await parse(typed.split(' '))).toMatchObject({
      code: 2,
      wanted: null,
      errors: expect.stringMatching(errors),
    });
  });
});

describe('web of a crawl', () => {
  const openWeb = async (argv: string, baseUrl: string) => {
    const { wanted } = await parse(argv.split(' ').filter(Boolean));
    if (wanted === null) throw new Error(`crawl ${argv} does not run`);
    return await localWebFor(wanted, parseEnv({ BASE_URL: baseUrl, DATA_DIR: folder }));
  };

  it('defaults to the internet', async () => {
    expect(await openWeb('', 'https://dir.example')).toBeNull();
    expect((await openWeb('--sample', 'http://127.0.0.1:4321'))?.domains).toContain('corner-bakery.example');
  });

  it.each(['--sample', '--replay recorded'])('excludes the web of %s for a public directory', async (argv) => {
    await expect(openWeb(argv, 'https://dir.example')).rejects.toThrow('needs a BASE_URL on this machine');
  });
});
