import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleAction, bundleEdits, ROOT } from './bundle.ts';

/**
 * Writes the module that action.yml runs, and the edits of judged files as one module. Both are committed: a workflow installs
 * nothing, and the site publishes the edits.
 */
const folder = join(ROOT, 'action/generated');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'action.js'), await bundleAction());
mkdirSync(join(ROOT, 'ruler/generated'), { recursive: true });
writeFileSync(join(ROOT, 'ruler/generated/edits.js'), await bundleEdits());
