import { execFile, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** Pages with samples of requests. */
const PAGES = ['agents', 'api', 'data', 'reference-directory', 'reference-tools', 'reference-pages'];
/** Matches samples that need an owner key, a body, or a registry of packages. */
const NOT_RUN = /API_KEY|package=|YOUR|<| -X | -d |\/mcp\b|\/changes\?.*since/;

export const HAS_CURL = spawnSync('curl', ['--version']).status === 0;
if (!HAS_CURL) process.stderr.write('skipped: the samples need curl, which is not here\n');

/** Runs all samples of the documentation. Returns the samples without an answer. `honest` matches further expected answers. */
export async function findWrongSamples(baseUrl: string, honest: RegExp | null): Promise<string[]> {
  const samples = (await Promise.all(PAGES.map((page) => readSamples(baseUrl, page)))).flat();
  expect(samples.length).toBeGreaterThan(20);
  const wrong: string[] = [];
  for (const sample of new Set(samples)) {
    const command = sample.replace(/^curl (?:--fail-with-body )?/, "curl -sS -w '\\n%{http_code}' ");
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: tmpdir() });
    const [, body = '', status = ''] = /^(.*)\n(\d+)$/s.exec(stdout) ?? [];
    const isAnswered = status === '200' && !/"total":0[,}]/.test(body);
    if (!isAnswered && !honest?.test(body)) wrong.push(`${sample}: ${status} ${body.slice(0, 100)}`);
  }
  return wrong;
}

/** Returns the requests of a page that can run unchanged, from blocks of code and from sentences. */
async function readSamples(baseUrl: string, page: string): Promise<string[]> {
  const text = await (await fetch(`${baseUrl}/docs/${page}.md`)).text();
  const blocks = [...text.matchAll(/^(curl .+)$/gm), ...text.matchAll(/`(curl [^`\n]+)`/g)];
  return blocks.map(([, code = '']) => code.trim()).filter((code) => code.includes(baseUrl) && !NOT_RUN.test(code));
}
