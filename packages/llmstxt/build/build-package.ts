import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundlePackage, ROOT } from './bundle.ts';

/** Makes dist/, which is what the published package consists of: two modules and the engine's types. */
rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
await bundlePackage();
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', join(ROOT, 'tsconfig.build.json')], { stdio: 'inherit' });
