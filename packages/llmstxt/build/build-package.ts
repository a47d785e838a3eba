import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePackage, ROOT } from './bundle.ts';
import { configSchema } from './config-schema.ts';
import { writeTypes } from './write-types.ts';

/** Makes dist/, which is what the published package consists of: the engine's modules and types, the command and the schema of the config. */
rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
await bundlePackage();
writeFileSync(join(ROOT, 'dist/config.schema.json'), `${JSON.stringify(configSchema(), null, 2)}\n`);
writeTypes(ROOT, 'dist/types', 'index.d.ts');
