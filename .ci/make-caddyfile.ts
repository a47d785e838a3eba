import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderCaddyfile } from './render-caddyfile.ts';

writeFileSync(join(import.meta.dirname, '../docs/operating/Caddyfile'), renderCaddyfile());
