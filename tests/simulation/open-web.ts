import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { createNet } from '../../src/fetch/create-net.ts';
import type { SandboxEndpoints } from '../../src/fetch/target-resolver.ts';
import { type SimulatedWeb, type SimulatedWebOptions, simulateWeb } from './simulated-web.ts';

export interface OpenWeb {
  /** Simulated web in this process, with the expected data of its sites. */
  readonly truth: SimulatedWeb;
  readonly endpoints: SandboxEndpoints;
  openNet(): ReturnType<typeof createNet>;
  close(): Promise<void>;
}

const endpointsSchema = z.object({ origin: z.string(), ca: z.string(), dns: z.string() });

/** Starts the simulated web in another process. */
export async function openWeb(options: SimulatedWebOptions): Promise<OpenWeb> {
  const truth = simulateWeb(options);
  const server = fork(join(import.meta.dirname, 'serve-web.ts'), [JSON.stringify(options)], { execArgv: [] });
  const [message] = await once(server, 'message');
  const endpoints = { ...endpointsSchema.parse(message), isMapped: (name: string) => truth.knows(name) };
  return {
    truth,
    endpoints,
    openNet: () =>
      createNet({
        servers: [],
        userAgent: 'simulation/1 (+https://crawler.example)',
        sandbox: endpoints,
        now: Date.now,
      }),
    async close() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}
