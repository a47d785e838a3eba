import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundlePackage, ROOT } from './bundle.ts';
import { configSchema } from './config-schema.ts';

/** Makes dist/, which is what the published package consists of: two modules, the engine's types and the schema of the config. */
rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
await bundlePackage();
writeFileSync(join(ROOT, 'dist/config.schema.json'), `${JSON.stringify(configSchema(), null, 2)}\n`);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'tsconfig.build.json')], { stdio: 'inherit' });
