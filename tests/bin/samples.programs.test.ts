import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DnsServer } from '../../src/sandbox/dns-server.ts';
import { freePort } from '../free-port.ts';
import { endProgram, startProgram } from '../start-program.ts';
import { folderOfFile } from '../temp-folder.ts';
import { openEmptyDns } from './open-empty-dns.ts';
import { findWrongSamples, HAS_CURL } from './run-samples.ts';
import { FAILURES, FAILURES_WHEN_EMPTY, findWrongRequests } from './try-reference.ts';

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
    failures: FAILURES_WHEN_EMPTY,
  },
  {
    name: 'a recorded directory',
    command: ['start', '--replay', 'recorded'],
    // Expected answer of a directory with one version of each file, no homepage and no owner.
    honest:
      /"query":"","page":1,"per_page":20,"total":0,|"from":1,"to":1,"total":0,|"code":"(?:site\.unreachable|proof\.not_found)"/,
    failures: FAILURES,
  },
];

describe.each(DIRECTORIES)('the samples of the documentation, on $name', ({ command, honest, failures }) => {
  const folder = folderOfFile();
  const recorded = folderOfFile();
  let baseUrl = '';
  let dns: DnsServer;
  let stop = async () => {};
  beforeAll(async () => {
    writeFileSync(join(recorded, 'harborpay.org.txt'), RECORDED);
    const port = String(await freePort());
    baseUrl = `http://127.0.0.1:${port}`;
    const args = command.map((word) => (word === 'recorded' ? recorded : word));
    // No visit leaves this machine.
    dns = await openEmptyDns();
    const program = startProgram(args, { DATA_DIR: folder, PORT: port, BASE_URL: baseUrl, DNS_SERVERS: dns.address });
    stop = async () => {
      await endProgram(program, 'SIGTERM');
      await dns.close();
    };
    for await (const line of createInterface({ input: program.stdout })) if (line.includes(baseUrl)) break;
  });
  afterAll(() => stop());

  it('gets the described answers to the requests of the API reference', async () => {
    expect(await findWrongRequests(baseUrl, failures)).toEqual([]);
  });

  it.skipIf(!HAS_CURL)('gets the answers of the documentation', async () => {
    expect(await findWrongSamples(baseUrl, honest)).toEqual([]);
  });
});
