import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderOfTest } from '../../temp-folder.ts';
import { runIn } from './run-in.ts';

const DIRECTORY = 'https://directory.example';
const TEXT = '# Tea\n\n> Tea from Vienna.\n';
const RESULT = { domain: 'tea.example', text: TEXT, pages_read: 1, notes: ['There is no \u001b[2Jsitemap.'] };

let folder = '';
beforeEach(() => {
  folder = folderOfTest();
});

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

function stream(...parts: readonly string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/**
 * Runs the command.
 * @param own the site's own llms.txt
 */
async function draft(args: readonly string[], answer: () => Response, own = new Response('', { status: 404 })) {
  const asked: string[] = [];
  const ended = await runIn(folder, ['draft', ...args], {
    fetch: async (url, init) => {
      if (url.href === 'https://tea.example/llms.txt') return own;
      expect(new Headers(init?.headers).get('accept')).toBe('text/event-stream');
      asked.push(String(url));
      return answer();
    },
  });
  return { ...ended, asked };
}

const byOption = (...args: string[]) => ['--directory', DIRECTORY, ...args];

describe('draft', () => {
  it('prints the draft on stdout and the progress on stderr', async () => {
    const [first, second] = [event('progress', { message: 'Reading the homepage' }), event('result', RESULT)];
    const middle = second.length >> 1;
    const answer = () => stream(first + second.slice(0, middle), second.slice(middle));
    expect(await draft(byOption('https://tea.example/shops?a=b'), answer)).toEqual({
      code: 0,
      out: TEXT,
      err: 'draft: Reading the homepage\ndraft: There is no sitemap.\ndraft: made from 1 page\n',
      asked: [`${DIRECTORY}/v1/generate/tea.example`],
    });
  });

  it.each([
    ['its llms.txt', new Response(TEXT), ['https://tea.example/llms.txt']],
    ['a page in place of an llms.txt', new Response('<!doctype html><title>x</title>'), []],
  ])('reports on stderr whether the site already has %s', async (_, own, urls) => {
    const { code, out, err } = await draft(byOption('tea.example'), () => stream(event('result', RESULT)), own);
    expect({ code, out }).toEqual({ code: 0, out: TEXT });
    expect(
      [...err.matchAll(/^draft: the site already has an llms\.txt: (\S+)\. Compare/gm)].map(([, url]) => url),
    ).toEqual(urls);
  });

  it('uses the directory of the config', async () => {
    writeFileSync(join(folder, 'llmstxt.config.json'), JSON.stringify({ directory: `${DIRECTORY}/` }));
    const { code, asked } = await draft(['tea.example'], () => stream(event('result', RESULT)));
    expect({ code, asked }).toEqual({ code: 0, asked: [`${DIRECTORY}/v1/generate/tea.example`] });
  });

  it('writes a file, and replaces an existing file only with --force', async () => {
    const path = join(folder, 'llms.txt');
    const answer = () => stream(event('result', RESULT));
    expect(await draft(byOption('tea.example', '-o', 'llms.txt'), answer)).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(path, 'utf8')).toBe(TEXT);
    writeFileSync(path, 'mine');
    expect(await draft(byOption('tea.example', '-o', 'llms.txt'), answer)).toEqual({
      code: 2,
      out: '',
      err: 'draft: llms.txt: exists. Use --force to replace it\n',
      asked: [],
    });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(await draft(byOption('tea.example', '-o', 'llms.txt', '--force'), answer)).toMatchObject({ code: 0 });
    expect(readFileSync(path, 'utf8')).toBe(TEXT);
  });

  it.each<[string, () => Response, string]>([
    ['a site that cannot be read', () => stream(event('problem', { detail: 'Not readable.' })), 'Not readable.'],
    ['a directory that refuses', () => Response.json({ detail: 'Too often.' }, { status: 429 }), 'Too often.'],
    [
      'an address that is no directory',
      () => new Response('<html>', { status: 404 }),
      `${DIRECTORY}/v1/generate/tea.example: the directory responded with 404`,
    ],
    [
      'an answer that breaks off',
      () => stream(event('progress', { message: 'Reading' }), 'event: result\ndata: {'),
      'Reading\ndraft: https://directory.example/v1/generate/tea.example: the response of the directory has an unknown form',
    ],
    [
      'a directory that cannot be reached',
      () => {
        throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
      },
      `${DIRECTORY}/v1/generate/tea.example: the server does not accept connections`,
    ],
  ])('reports %s, and writes nothing', async (_, answer, message) => {
    const { code, out, err } = await draft(byOption('tea.example', '--output', 'llms.txt'), answer);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: `draft: ${message}\n` });
    expect(existsSync(join(folder, 'llms.txt'))).toBe(false);
  });

  it.each<[string, string[], string]>([
    ['no directory', ['tea.example'], 'draft: no directory: name the directory that reads the site'],
    ['no site', byOption(), 'draft: needs one site, not 0'],
    ['two sites', byOption('a.example', 'b.example'), 'draft: needs one site, not 2'],
    ['a name that is no domain', byOption('tea'), "draft: 'tea' is neither a domain"],
    ['another port', byOption('https://tea.example:8443'), 'is neither a domain'],
    ['a user name', byOption('me@tea.example'), 'is neither a domain'],
    ['a directory without an address', ['--directory', 'x', 'tea.example'], 'draft: --directory needs the URL'],
    ['force without a file', byOption('--force', 'tea.example'), 'draft: --force needs --output'],
    ['a file without a name', byOption('--output', '', 'tea.example'), 'draft: --output needs the name of a file'],
    ['a file in no folder', byOption('-o', 'none/llms.txt', 'tea.example'), 'none/llms.txt: its folder does not'],
    ['an unknown option', byOption('--fast', 'tea.example'), "draft: Unknown option '--fast'"],
  ])('refuses %s', async (_, args, message) => {
    const { code, out, err, asked } = await draft(args, () => stream());
    expect({ code, out, asked }).toEqual({ code: 2, out: '', asked: [] });
    expect(err).toContain(message);
  });
});
