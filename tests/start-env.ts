import { join } from 'node:path';

/**
 * Enable the compile cache, because module compilation dominates the start of a program, thread or test worker. Removing the
 * packages deletes the cache.
 */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compile');

// Turn off the optimizing compiler, which needs two seconds of CPU for the database, because test programs end soon.
const TURN_OFF = `--import ${new URL('../bin/turn-off-optimizer.ts', import.meta.url).href}`;
const options = process.env['NODE_OPTIONS'] ?? '';
if (!options.includes(TURN_OFF)) process.env['NODE_OPTIONS'] = `${options} ${TURN_OFF}`.trim();

const STARTING = ['PATH', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS'];

/** Environment to start a program, without this process's settings, because the test runner uses some of their names. */
export const START_ENV = Object.fromEntries(STARTING.map((name) => [name, process.env[name]]));
