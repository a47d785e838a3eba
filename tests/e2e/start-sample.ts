import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from '../free-port.ts';
import { RECORDING } from '../outputs/keep.ts';
import { START_ENV } from '../start-env.ts';

interface Sample {
  readonly baseUrl: string;
  /** URL that accepts files for the sample web. */
  readonly editorUrl: string;
  stop(): Promise<void>;
}

/** Starts serve-sample.ts in a new process, with an empty folder. `web` selects the sites of the web. */
export async function startSample(web: 'all' | 'none' = 'all'): Promise<Sample> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sample-'));
  const port = await freePort();
  const server = fork(join(import.meta.dirname, 'serve-sample.ts'), [web], {
    // Do not pass the flags of this process.
    execArgv: [],
    env: { ...RECORDING, ...START_ENV, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(server, 'exit');
  const [ready] = await Promise.race([once(server, 'message'), ended]);
  const editor = z.object({ port: z.int() }).parse(ready);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    editorUrl: `http://127.0.0.1:${editor.port}`,
    async stop() {
      server.disconnect();
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
