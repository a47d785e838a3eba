import { join } from 'node:path';

/** Compiling its modules is most of the start of a program, thread or test worker: each module is compiled once. Goes with the packages. */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compile');

/** What a program needs of the environment to start. The settings of this process stay out: the test runner has some of the same names. */
export const START_ENV = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };
