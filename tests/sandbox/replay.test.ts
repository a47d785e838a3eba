import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readReplay } from '../../src/sandbox/replay.ts';
import { folderOfFile } from '../temp-folder.ts';

const files: Record<string, string> = {
  'manifest.tsv': [
    'file\trepo\tdomain\turl',
    'odd-name.txt\tx/y\tnamed-by-manifest.org\t',
    'by-url.txt\tx/y\t\thttps://www.by-url.org/docs/llms.txt',
    'someone__something.org.txt\tx/y\t\t',
    'site__other-name.org.txt\tx/y\twww.manifest-wins.org\t',
    'book.txt\tx/y\thost.gitbook.io_the-book\t',
  ].join('\n'),
  'odd-name.txt': '# Manifest\n',
  'by-url.txt': '# Url\n',
  'someone__something.org.txt': '# Nobody\n',
  'site__other-name.org.txt': '# Other\n',
  'book.txt': '# Book\n',
  'site__bücher.de.txt': '# Bücher\n',
  'plain.org.txt': '# Plain\n',
  'www.plain.org.txt': '# Plain again\n',
  'full__plain.org.txt': '# Plain, full\n',
  'recorded.org.txt': '# Recorded\n',
  'recorded.org.txt.headers.json': JSON.stringify({
    url: 'https://www.recorded.org/llms.txt',
    headers: {
      'Content-Type': 'text/markdown',
      'Last-Modified': 'Fri, 10 Jul 2026 01:09:20 GMT',
      'Content-Length': '473',
      'X-Crawler-content-encoding': 'gzip',
      Connection: 'keep-alive',
      Date: 'Fri, 10 Jul 2026 11:23:06 GMT',
    },
  }),
  'notes.txt': 'Not a recording.\n',
};

const folder = folderOfFile();
for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
const replay = await readReplay(folder);

async function ask(url: string) {
  const { hostname, pathname } = new URL(url);
  const answer = await replay.answer({ host: hostname, scheme: 'https', method: 'GET', path: pathname });
  return { ...answer, text: Buffer.from(answer.body).toString() };
}

describe('a folder of recorded answers', () => {
  it('names its domains in canonical form, sorted', () => {
    expect(replay.names()).toEqual([
      'by-url.org',
      'host.gitbook.io',
      'manifest-wins.org',
      'named-by-manifest.org',
      'plain.org',
      'recorded.org',
      'xn--bcher-kva.de',
    ]);
  });

  it('reports unused files with reasons', () => {
    expect(replay.skipped).toEqual([
      { file: 'notes.txt', reason: 'no file names its domain' },
      { file: 'someone__something.org.txt', reason: 'no file names its domain' },
      { file: 'www.plain.org.txt', reason: 'another file already answers for plain.org/llms.txt' },
    ]);
  });

  it.each([
    ['https://by-url.org/docs/llms.txt', '# Url\n'],
    ['https://manifest-wins.org/llms.txt', '# Other\n'],
    ['https://host.gitbook.io/llms.txt', '# Book\n'],
    ['https://xn--bcher-kva.de/llms.txt', '# Bücher\n'],
    ['https://plain.org/llms.txt', '# Plain\n'],
    ['https://plain.org/llms-full.txt', '# Plain, full\n'],
    ['https://www.recorded.org/llms.txt', '# Recorded\n'],
  ])('answers %s with the recorded text', async (url, text) => {
    expect(await ask(url)).toMatchObject({ status: 200, text });
  });

  it('answers as text with a content tag without recorded headers', async () => {
    const { headers } = await ask('https://plain.org/llms.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['etag']).toMatch(/^"[\w-]{22}"$/);
    expect((await ask('https://manifest-wins.org/llms.txt')).headers['etag']).not.toBe(headers['etag']);
  });

  it('repeats recorded headers, except for headers of the connection or coding', async () => {
    expect((await ask('https://recorded.org/llms.txt')).headers).toEqual({
      'content-type': 'text/markdown',
      'last-modified': 'Fri, 10 Jul 2026 01:09:20 GMT',
    });
  });

  it.each([
    ['https://plain.org/about', 403],
    ['https://plain.org/', 403],
    ['https://plain.org/robots.txt', 404],
    ['https://recorded.org/llms-full.txt', 403],
    ['https://unknown.org/llms.txt', 404],
  ])('answers the unrecorded %s with %i', async (url, status) => {
    expect((await ask(url)).status).toBe(status);
  });
});
