import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { simulatedWebSchema, simulateWeb } from './simulated-web.ts';

// `open-web.ts` forks this program, so that its work is not measured.
const web = simulateWeb(simulatedWebSchema.parse(JSON.parse(process.argv[2] ?? '{}')));
const folder = await mkdtemp(join(tmpdir(), 'simulated-web-'));
const sandbox = await startSandbox({ sites: web, dataDir: folder, now: Date.now });
await rm(folder, { recursive: true });
process.on('disconnect', () => process.exit(0));
process.send?.({ origin: sandbox.origin, ca: sandbox.ca, dns: sandbox.dns });
