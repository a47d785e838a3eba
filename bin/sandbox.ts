import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseEnv } from '../src/runtime/env.ts';
import { readReplay } from '../src/sandbox/replay.ts';
import { readSampleWeb } from '../src/sandbox/sample-web.ts';
import { startSandbox } from '../src/sandbox/start-sandbox.ts';
import { runProgram } from './run-program.ts';

const USAGE = `usage: node bin/sandbox.ts [--replay <folder>] [--origin-port <n>] [--dns-port <n>]
Serves the sample web (or a folder of recorded answers) on this machine and prints the settings that reach it.
`;

/** Runs until it is told to stop. */
async function main(): Promise<undefined> {
  const { values } = parseArgs({
    options: {
      replay: { type: 'string' },
      'origin-port': { type: 'string', default: '0' },
      'dns-port': { type: 'string', default: '0' },
    },
  });
  const env = parseEnv(process.env);
  const sites = values.replay === undefined ? await readSampleWeb() : await readReplay(values.replay);
  const sandbox = await startSandbox({
    sites,
    dataDir: env.DATA_DIR,
    now: Date.now,
    originPort: Number(values['origin-port']),
    dnsPort: Number(values['dns-port']),
  });
  process.stdout.write(
    `SANDBOX_ORIGIN=${sandbox.origin}\nSANDBOX_CA=${resolve(sandbox.caFile)}\nSANDBOX_DNS=${sandbox.dns}\n`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
}

await runProgram('sandbox', main, USAGE);
