import { parseArgs } from 'node:util';
import { HOUR_MS, MINUTE_MS } from '../src/directory/duration.ts';
import { createContext } from './context.ts';
import { takePulse } from './crawl/pulse.ts';
import { EnvError, parseEnv } from './env.ts';

const USAGE = `usage: npm run pulse -- [--within 6h]
Says when the last visit was and what is due, and fails when visits are due but nothing was visited within that time.
Exit code: 0 alive, 1 not, 2 wrong use.
`;

function durationOf(text: string): number | null {
  const [, amount, unit] = /^(\d{1,4})([hm])$/.exec(text) ?? [];
  return amount === undefined ? null : Number(amount) * (unit === 'h' ? HOUR_MS : MINUTE_MS);
}

async function run(withinMs: number): Promise<number> {
  const context = await createContext(parseEnv(process.env), { access: 'share' });
  try {
    const { alive, sentence } = await takePulse(context.store, context.now(), withinMs);
    (alive ? process.stdout : process.stderr).write(`${sentence}\n`);
    return alive ? 0 : 1;
  } finally {
    await context.close();
  }
}

function readWithin(): number | null {
  try {
    return durationOf(parseArgs({ options: { within: { type: 'string', default: '6h' } } }).values.within);
  } catch {
    return null;
  }
}

const withinMs = readWithin();
if (withinMs === null) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  process.exitCode = await run(withinMs).catch((error: unknown) => {
    process.stderr.write(`pulse: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof EnvError ? 2 : 1;
  });
}
