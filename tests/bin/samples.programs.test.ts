import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { endProgram, startProgram } from '../start-program.ts';
import { findWrongSamples, HAS_CURL } from './run-samples.ts';

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
    // Expected answers of a directory without sites, files and internet.
    honest:
      /"total":0[,}]|"code":"(?:domain\.unknown|site\.unreachable|text\.unavailable|registry\.unreachable|proof\.not_found)"/,
  },
  {
    name: 'a recorded directory',
    command: ['start', '--replay', 'recorded'],
    // Expected answer of a directory with one version of each file, no homepage and no owner.
    honest:
      /"query":"","page":1,"per_page":20,"total":0,|"from":1,"to":1,"total":0,|"code":"(?:site\.unreachable|proof\.not_found)"/,
  },
];

describe.skipIf(!HAS_CURL).each(DIRECTORIES)('the samples of the documentation, on $name', ({ command, honest }) => {
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
    expect(await findWrongSamples(baseUrl, honest)).toEqual([]);
  });
});
