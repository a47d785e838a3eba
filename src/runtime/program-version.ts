import { readFileSync } from 'node:fs';
import { z } from 'zod';

const PACKAGE = new URL('../../package.json', import.meta.url);

/** Version of the program, from its package. The API has a separate version. */
export const PROGRAM_VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(PACKAGE, 'utf8'))).version;
