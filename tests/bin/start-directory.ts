import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../free-port.ts';
import { endProgram, startProgram } from '../start-program.ts';

/** Recorded file of a site. */
const RECORDED = `# Harbor Pay

> Payments for small shops.

## Docs

- [Payments](https://harborpay.org/payments): how to take card payments
- [Stripe webhook signature](https://harborpay.org/webhooks): check the signature of a Stripe webhook
`;

export interface StartedDirectory {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** Starts a directory without sites, or with one recorded site, in a new folder. */
export async function startDirectory(kind: 'empty' | 'recorded'): Promise<StartedDirectory> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-'));
  const recorded = mkdtempSync(join(tmpdir(), 'recorded-'));
  writeFileSync(join(recorded, 'harborpay.org.txt'), RECORDED);
  const port = String(await freePort());
  const baseUrl = `http://127.0.0.1:${port}`;
  const command = kind === 'empty' ? ['serve'] : ['start', '--replay', recorded];
  const program = startProgram(command, { DATA_DIR: folder, PORT: port, BASE_URL: baseUrl });
  for await (const line of createInterface({ input: program.stdout })) if (line.includes(baseUrl)) break;
  return {
    baseUrl,
    async stop() {
      await endProgram(program, 'SIGTERM');
      for (const used of [folder, recorded]) rmSync(used, { recursive: true });
    },
  };
}
