import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBootstrap } from '../src/jobs/registrations/bootstrap.ts';
import { lookUpRegistrations } from '../src/jobs/registrations/look-up-registrations.ts';
import { createContext } from '../src/runtime/context.ts';
import { parseEnv } from '../src/runtime/env.ts';
import { runProgram, UsageError } from './run-program.ts';

const USAGE = `usage: npm run rdap -- [--limit n] [--minutes n]
Asks registries (RDAP) since when the names of valid sites are registered: one question for each name, at most one a second for each registry.
  --limit n     questions at most (default 2,000)
  --minutes n   begin no question after this long (default 30)
Exit code: 0 done, 1 failed, 2 wrong use.
`;

function readArguments() {
  const { values } = parseArgs({
    options: { limit: { type: 'string', default: '2000' }, minutes: { type: 'string', default: '30' } },
  });
  return { limit: wholeNumber(values.limit), minutes: wholeNumber(values.minutes) };
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`${text} is not a whole number of 1 or more`);
  return Number(text);
}

async function main(): Promise<undefined> {
  const { limit, minutes } = readArguments();
  const context = await createContext(parseEnv(process.env), { access: 'share' });
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    const { net, crawlPolicy } = context;
    const { pacing } = crawlPolicy;
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(minutes * 60_000)]);
    const file = join(context.env.DATA_DIR, 'rdap-servers.json');
    const bootstrap = await openBootstrap({ net, pacing, signal: stop.signal, now: context.now, file });
    const report = await lookUpRegistrations({ ...context, pacing, bootstrap, limit, signal });
    const { asked, found, unknowable, troubled } = report;
    process.stdout.write(
      `${asked} names asked for, ${found} dates found, ${unknowable} names without a registry to ask\n`,
    );
    if (troubled.length > 0) process.stdout.write(`left alone: ${troubled.join(', ')}\n`);
  } finally {
    await context.close();
  }
}

await runProgram('rdap', main, USAGE);
