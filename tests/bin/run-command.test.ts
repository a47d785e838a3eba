import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Command } from '@commander-js/extra-typings';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UsageError } from '../../bin/run-command.ts';
import { EnvError } from '../../src/runtime/env.ts';
import { StoreError } from '../../src/store/store.ts';
import { START_ENV } from '../start-env.ts';
import { folderOfTest } from '../temp-folder.ts';
import { runInProgram } from './a-host.ts';

const failing = (error: unknown) => new Command('x').argument('[file]').action(() => Promise.reject(error));

describe('a command that fails', () => {
  it.each<readonly [string, unknown, number, string]>([
    ['on a malformed setting', new EnvError('PORT: must be a port number'), 2, 'error: PORT: must be a port number\n'],
    ['on arguments that do not fit the settings', new UsageError('no domain'), 2, 'error: no domain\n'],
    ['on a store that is unavailable', new StoreError('unavailable', 'no store'), 1, 'error: no store\n'],
    [
      'on a missing file',
      new Error("ENOENT: no such file or directory, open 'a.csv'"),
      1,
      'error: a.csv: no such file or directory\n',
    ],
    ['on a full disk', new Error('ENOSPC: no space left on device, write'), 1, 'error: no space left on device\n'],
    ['on something that is not an error', 'why not', 1, 'error: why not\n'],
  ])('reports %s in one line with its exit code', async (_, error, code, errors) => {
    expect(await runInProgram(failing(error), [])).toMatchObject({ code, errors });
  });

  it('reports the place of an internal error', async () => {
    const { code, errors } = await runInProgram(failing(new TypeError('a is not a function')), []);
    expect(code).toBe(1);
    expect(errors).toMatch(/^error: TypeError: a is not a function\n {4}at .*run-command\.test\.ts/);
  });

  it.each([[['--unknown']], [['a', 'b']]])('shows its help for a wrong call (%j)', async (argv) => {
    const { code, errors } = await runInProgram(failing(new Error('not reached')), argv);
    expect(code).toBe(2);
    expect(errors).toMatch(/^error: .*\n\nUsage: directory x \[options\] \[file\]/);
  });
});

it('exits with 0 after requested help', async () => {
  const { code, output } = await runInProgram(failing(new Error('not reached')), ['--help']);
  expect(code).toBe(0);
  expect(output).toContain('Usage: directory x');
});

it('ends silently if its reader closed the pipe', async () => {
  const folder = folderOfTest();
  const program = resolve(import.meta.dirname, '../../bin/directory.ts');
  const sandbox = spawn(process.execPath, [program, 'sandbox'], {
    env: { ...START_ENV, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void sandbox.kill());
  sandbox.stdout.destroy();
  const [[code], errors] = await Promise.all([once(sandbox, 'close'), text(sandbox.stderr)]);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
});
