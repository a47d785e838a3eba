import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderOfFile } from '../temp-folder.ts';
import { findWrongSamples, HAS_CURL } from './run-samples.ts';
import { serveDirectory } from './serve-directory.ts';
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
  let served: Awaited<ReturnType<typeof serveDirectory>>;
  beforeAll(async () => {
    writeFileSync(join(recorded, 'harborpay.org.txt'), RECORDED);
    const args = command.map((word) => (word === 'recorded' ? recorded : word));
    served = await serveDirectory(args, folder, (baseUrl) => baseUrl);
  });
  afterAll(() => served?.stop());

  it('gets the described answers to the requests of the API reference', async () => {
    expect(await findWrongRequests(served.baseUrl, failures)).toEqual([]);
  });

  it.skipIf(!HAS_CURL)('gets the answers of the documentation', async () => {
    expect(await findWrongSamples(served.baseUrl, honest)).toEqual([]);
  });
});
