import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { freePort } from '../functions/mcp/free-port.ts';
import { RECORDING } from '../outputs/keep.ts';
import { START_ENV } from '../start-env.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the service. */
    baseUrl: string;
    /** URL that accepts files for the sample web. */
    editorUrl: string;
    /** Address of the browser. */
    browserUrl: string;
  }
}

/** Public name that resolves to this machine in the browser. */
export const PUBLIC_HOST = 'directory.net';

/** Starts the service and one browser for all tests. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'e2e-'));
  const port = await freePort();
  const server = fork(join(import.meta.dirname, 'serve-sample.ts'), {
    // Do not pass the flags of the test process.
    execArgv: [],
    env: { ...RECORDING, ...START_ENV, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(server, 'exit');
  const [[ready], browser] = await Promise.all([
    Promise.race([once(server, 'message'), ended]),
    // Drop the single-process flag, because several contexts need more processes.
    chromium.launchServer({
      executablePath: await sparticuz.executablePath(),
      args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${PUBLIC_HOST} 127.0.0.1`],
    }),
  ]);
  const { port: editorPort } = z.object({ port: z.int() }).parse(ready);
  project.provide('baseUrl', `http://127.0.0.1:${port}`);
  project.provide('editorUrl', `http://127.0.0.1:${editorPort}`);
  project.provide('browserUrl', browser.wsEndpoint());
  return async () => {
    await browser.close();
    server.disconnect();
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
}
