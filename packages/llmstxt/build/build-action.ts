import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleAction, ROOT } from './bundle.ts';

/** Writes the module that action.yml runs. The module is committed, because a workflow installs nothing. */
const folder = join(ROOT, 'action/generated');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'action.js'), await bundleAction());
