import { execFile, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** Pages with samples of requests, as Markdown. */
const PAGES = [
  ...['agents', 'api', 'data', 'crawler', 'mcp', 'owners', 'publish'].map((name) => `/docs/${name}.md`),
  ...['directory', 'sites', 'tools', 'pages'].map((name) => `/docs/reference-${name}.md`),
  ...['/index.md', '/search.md', '/check.md', '/generate.md', '/resolve.md'],
];
/** Matches samples that need an owner key, an input or a receiver of the reader, or a value of an earlier answer. */
const NOT_RUN = /API_KEY|YOUR|<|\{[a-z]+\}|hooks\.|\/v1\/watches\/|\/changes\?.*since/;
/** Most time of a sample, in s. Drafts take the longest. */
const MAX_SAMPLE_S = '60';

export const HAS_CURL = spawnSync('curl', ['--version']).status === 0;
if (!HAS_CURL) process.stderr.write('skipped: the samples need curl, which is not here\n');

/** Runs all samples of the pages. Returns the samples without an answer. `honest` matches further expected answers. */
export async function findWrongSamples(baseUrl: string, honest: RegExp): Promise<string[]> {
  const samples = new Set((await Promise.all(PAGES.map((page) => readSamples(baseUrl, page)))).flat());
  expect(samples.size).toBeGreaterThan(30);
  const wrong: string[] = [];
  for (const sample of samples) {
    const command = sample.replace(/^curl (?:--fail-with-body )?/, `curl -sS -m ${MAX_SAMPLE_S} -w '\\n%{http_code}' `);
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: tmpdir() });
    const [, body = '', status = ''] = /^(.*)\n(\d+)$/s.exec(stdout) ?? [];
    const isAnswered = /^20[0-2]$/.test(status) && !/"total":0[,}]/.test(body);
    if (!isAnswered && !honest.test(body)) wrong.push(`${sample}: ${status} ${body.slice(0, 300)}`);
  }
  return wrong;
}

/** Returns the requests of a page that can run unchanged: in blocks of code, in sentences, and as plain `GET` requests. */
async function readSamples(baseUrl: string, page: string): Promise<string[]> {
  const response = await fetch(`${baseUrl}${page}`);
  expect([page, response.status]).toEqual([page, 200]);
  const text = await response.text();
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.split(/^(?=curl )/m));
  const inline = [...text.matchAll(/`((?:curl|GET) [^`\n]+)`|^ {4}(GET .+)$/gm)].map(
    ([, code, line]) => code ?? line ?? '',
  );
  return [...blocks, ...inline]
    .map((code) => code.trim().replace(/^GET (\S+)$/, "curl '$1'"))
    .filter((code) => code.startsWith('curl') && code.includes(baseUrl) && !NOT_RUN.test(code));
}
