import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { START_ENV } from '../start-env.ts';
import { folderOfTest } from '../temp-folder.ts';

const PROGRAM = resolve(import.meta.dirname, '../../bin/directory.ts');
/** Option with which V8 prints a line for each compiled function of WebAssembly, with its compiler and size. */
const TRACE = '--trace-wasm-compilation-times';

/** Size of a large function, in bytes. Before the program starts, Node optimizes smaller functions. */
const LARGE = 50_000;

it('optimizes no large function of the database in a command with few queries', async () => {
  const folder = folderOfTest();
  // Enable the optimizing compiler, which tests disable for all programs.
  const env = { ...START_ENV, NODE_OPTIONS: '', DATA_DIR: folder };
  const { stdout } = await promisify(execFile)(process.execPath, [TRACE, PROGRAM, 'deliver'], {
    env,
    maxBuffer: 16_000_000,
  });
  const compiled = [...stdout.matchAll(/using (\w+), .*bodysize (\d+)/g)].filter(([, , size]) => Number(size) > LARGE);
  expect(new Set(compiled.map(([, compiler]) => compiler))).toEqual(new Set(['Liftoff']));
});
