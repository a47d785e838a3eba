import { parseArgs } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onlyArgument, runProgram, UsageError } from '../../bin/run-program.ts';
import { EnvError } from '../../src/runtime/env.ts';
import { StoreError } from '../../src/store/store.ts';

const { argv, exitCode } = process;
let said = '';
beforeEach(() => {
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  process.argv = argv;
  process.exitCode = exitCode;
});

type Main = Parameters<typeof runProgram>[1];
const failing =
  (error: unknown): Main =>
  () =>
    Promise.reject(error);

describe('a program that ends', () => {
  it.each<readonly [string, Main, number, string]>([
    ['without an answer', async () => undefined, 0, ''],
    ['with a code of its own', async () => 3, 3, ''],
    [
      'on a malformed setting',
      failing(new EnvError('PORT: must be a port number')),
      2,
      'x: PORT: must be a port number\n',
    ],
    ['on a wrong call', failing(new UsageError('no such command')), 2, 'x: no such command\nusage: x\n'],
    ['on a wrong call that needs no words', failing(new UsageError()), 2, 'usage: x\n'],
    [
      'on a store that is away',
      failing(new StoreError('unavailable', 'the store is away')),
      1,
      'x: the store is away\n',
    ],
    [
      'on a file that is not there',
      failing(Object.assign(new Error('ENOENT: a.csv'), { code: 'ENOENT' })),
      1,
      'x: ENOENT: a.csv\n',
    ],
    ['on what is no error', failing('why not'), 1, 'x: why not\n'],
  ])('%s says so and sets its code', async (_, main, code, text) => {
    await runProgram('x', main, 'usage: x\n');
    expect([process.exitCode, said]).toEqual([code, text]);
  });

  it('on an option that it does not have shows its usage', async () => {
    await runProgram('x', async () => void parseArgs({ args: ['--unknown'], options: {} }), 'usage: x\n');
    expect(process.exitCode).toBe(2);
    expect(said).toMatch(/^x: Unknown option '--unknown'.*usage: x\n$/s);
  });

  it('on a mistake of ours says where', async () => {
    await runProgram('x', failing(new TypeError('a is not a function')), 'usage: x\n');
    expect(process.exitCode).toBe(1);
    expect(said).toMatch(/^x: TypeError: a is not a function\n {4}at .*run-program\.test\.ts/);
  });
});

describe('a program with one argument', () => {
  it.each([
    [['list.csv'], 'list.csv'],
    [['-'], '-'],
    [[], null],
    [['a', 'b'], null],
    [['--help'], null],
  ])('takes %j as %s', (args, taken) => {
    process.argv = ['node', 'x', ...args];
    if (taken === null) expect(onlyArgument).toThrow(UsageError);
    else expect(onlyArgument()).toBe(taken);
  });
});
