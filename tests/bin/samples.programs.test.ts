import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { endProgram, startProgram } from '../start-program.ts';

/** Pages with samples of requests. */
const PAGES = ['agents', 'api', 'data', 'reference-directory', 'reference-tools', 'reference-pages'];
/** Matches samples that need an owner key, a body, or a registry of packages. */
const NOT_RUN = /API_KEY|package=|YOUR|<| -X | -d |\/mcp\b|\/changes\?.*since/;

const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) process.stderr.write('skipped: the samples need curl, which is not here\n');

/** Recorded file of a site. */
const RECORDED = `# Harbor Pay

> Payments for small shops.

## Docs

- [Payments](https://harborpay.org/payments): how to take card payments
- [Stripe webhook signature](https://harborpay.org/webhooks): check the signature of a Stripe webhook
`;

const DIRECTORIES = [
  {
    name: 'an empty directory',
    command: ['serve'],
    // Expected answer of a directory without sites.
    honest: /"total":0[,}]|"code":"(?:domain\.unknown|site\.unreachable)"/,
  },
  { name: 'the sample', command: ['start'], honest: null },
  {
    name: 'a recorded directory',
    command: ['start', '--replay', 'recorded'],
    // Expected answer of a directory with one version of each file, no homepage and no owner.
    honest: /"query":"","page":1,"per_page":20,"total":0,|"from":1,"to":1,"total":0,|"code":"site\.unreachable"/,
  },
];

describe.skipIf(!hasCurl).each(DIRECTORIES)('the samples of the documentation, on $name', ({ command, honest }) => {
  let folder = '';
  let baseUrl = '';
  let stop = async () => {};
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'samples-'));
    const recorded = mkdtempSync(join(tmpdir(), 'recorded-'));
    writeFileSync(join(recorded, 'harborpay.org.txt'), RECORDED);
    const port = String(await freePort());
    baseUrl = `http://127.0.0.1:${port}`;
    const args = command.map((word) => (word === 'recorded' ? recorded : word));
    const program = startProgram(args, { DATA_DIR: folder, PORT: port, BASE_URL: baseUrl });
    stop = async () => {
      await endProgram(program, 'SIGTERM');
      rmSync(recorded, { recursive: true });
    };
    for await (const line of createInterface({ input: program.stdout })) if (line.includes(baseUrl)) break;
  });
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true });
  });

  it('gets the answers of the documentation', async () => {
    const samples = (await Promise.all(PAGES.map((page) => readSamples(`${baseUrl}/docs/${page}.md`)))).flat();
    expect(samples.length).toBeGreaterThan(20);
    const wrong: string[] = [];
    for (const sample of new Set(samples)) {
      const command = sample.replace(/^curl (?:--fail-with-body )?/, "curl -sS -w '\\n%{http_code}' ");
      const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: folder });
      const [, body = '', status = ''] = /^(.*)\n(\d+)$/s.exec(stdout) ?? [];
      const isAnswered = status === '200' && !/"total":0[,}]/.test(body);
      if (!isAnswered && !honest?.test(body)) wrong.push(`${sample}: ${status} ${body.slice(0, 100)}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Returns the requests of a page that can run unchanged, from blocks of code and from sentences. */
async function readSamples(url: string): Promise<string[]> {
  const text = await (await fetch(url)).text();
  const blocks = [...text.matchAll(/^(curl .+)$/gm), ...text.matchAll(/`(curl [^`\n]+)`/g)];
  return blocks.map(([, code = '']) => code.trim()).filter((code) => code.includes(baseOf(url)) && !NOT_RUN.test(code));
}

const baseOf = (url: string) => new URL(url).origin;
