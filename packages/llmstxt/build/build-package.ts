import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePackage, ROOT } from './bundle.ts';
import { configSchema } from './config-schema.ts';
import { writeTypes } from './write-types.ts';

/** Creates dist/, the published package: modules and types of the engine, the command, and the config schema. */
rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
await bundlePackage();
writeFileSync(join(ROOT, 'dist/config.schema.json'), `${JSON.stringify(configSchema(), null, 2)}\n`);
writeTypes(ROOT, 'dist/types', 'index.d.ts');
