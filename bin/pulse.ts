import { parseArgs } from 'node:util';
import { checkCrawlHealth } from '../src/crawl/crawl-health.ts';
import { HOUR_MS, MINUTE_MS } from '../src/directory/duration.ts';
import { createContext } from '../src/runtime/context.ts';
import { parseEnv } from '../src/runtime/env.ts';
import { EXIT, runProgram, UsageError } from './run-program.ts';

const USAGE = `usage: npm run pulse -- [--within 6h]
Says when the last visit was and what is due, and fails when visits are due but nothing was visited within that time.
Exit code: 0 alive, 1 not, 2 wrong use.
`;

function durationOf(text: string): number {
  const [, amount, unit] = /^(\d{1,4})([hm])$/.exec(text) ?? [];
  if (amount === undefined) throw new UsageError(`${text} is not a number of hours or minutes, such as 6h or 90m`);
  return Number(amount) * (unit === 'h' ? HOUR_MS : MINUTE_MS);
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { within: { type: 'string', default: '6h' } } });
  const withinMs = durationOf(values.within);
  const context = await createContext(parseEnv(process.env), { access: 'share' });
  try {
    const { healthy, sentence } = await checkCrawlHealth(context.store, context.now(), withinMs);
    (healthy ? process.stdout : process.stderr).write(`${sentence}\n`);
    return healthy ? EXIT.done : EXIT.failed;
  } finally {
    await context.close();
  }
}

await runProgram('pulse', main, USAGE);
