import { join } from 'node:path';

/**
 * Compile cache, because module compilation dominates the start of a program, thread or test worker. It is deleted
 * with the packages.
 */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compile');

/** Environment to start a program. It omits this process's settings, because the test runner uses some names too. */
export const START_ENV = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };
