import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) });
const PACKAGE = join(import.meta.dirname, '../../package.json');

/** Returns the Node options of `npm run <script>`. */
export function readScriptFlags(script: string): string[] {
  const { scripts } = packageSchema.parse(JSON.parse(readFileSync(PACKAGE, 'utf8')));
  return (scripts[script] ?? '').split(' ').filter((word) => word.startsWith('--'));
}
