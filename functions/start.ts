import { parseArgs } from 'node:util';
import { createContext } from './context.ts';
import { parseEnv } from './env.ts';
import { silentLog } from './log.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';
import { prepare } from './start/prepare.ts';
import { openWeb } from './start/web.ts';

const { values } = parseArgs({ options: { fresh: { type: 'boolean' }, replay: { type: 'string' } } });
const env = parseEnv(process.env);
const web = await openWeb(values.replay, env.DATA_DIR);
const sandbox = await startSandbox({ sites: web.source, dataDir: env.DATA_DIR, now: Date.now });
const context = await createContext(env, { access: 'own', sandbox, log: silentLog });
await prepare(context, web, new AbortController().signal);
console.log(await context.store.stats());
await context.close();
await sandbox.close();
