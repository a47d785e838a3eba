import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { z } from 'zod';
import { keepOutput, type Output } from '../../outputs/keep.ts';
import { listIds, runAs } from './users.ts';

const callSchema = z.object({
  name: z.string(),
  args: z.array(z.string()),
  stdin: z.string(),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
});
export type Call = z.infer<typeof callSchema>;

/** Replaces a program that cannot run in a test. */
export interface Substitute {
  readonly reason: string;
  /** Shell pattern of the arguments of replaced calls. Default: all calls. */
  readonly only?: string;
  /** Shell script, or a function of the test. The output is the returned text. */
  readonly run: string | ((call: Call) => Promise<unknown>);
}

export interface ShellOptions {
  readonly substitutes: Readonly<Record<string, Substitute>>;
  /** User name of the operator. */
  readonly user: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Shell of an operator on an empty machine. */
export interface Shell {
  /** Folder that contains everything, including the operator's empty folder. */
  readonly folder: string;
  /** PATH of the operator's programs. */
  readonly path: string;
  /**
   * Runs a command as the operator. Later commands keep its folder and variables. Returns the output. Throws if the command
   * fails.
   */
  run(command: string): Promise<string>;
  /** Calls a substitute, or runs a program as a user. */
  call(call: Call, user?: string): Promise<string>;
  close(): Promise<void>;
}

const FORWARD = join(import.meta.dirname, 'forward.mjs');
/** Folders of the operator's programs, without the folders that npm adds for the test. */
const PATH = (process.env['PATH'] ?? '').split(delimiter).filter((each) => !each.includes('node_modules'));

export async function openShell({ substitutes, user, env }: ShellOptions): Promise<Shell> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'walk-')));
  chmodSync(folder, 0o755);
  const { uid, gid } = listIds(user);
  const makeFolder = (name: string) => {
    mkdirSync(join(folder, name));
    chownSync(join(folder, name), uid, gid);
    return join(folder, name);
  };
  const home = makeFolder('home');
  const tools = makeFolder('tools');
  const socket = join(folder, 'tools.sock');
  for (const [name, { run, only = '*' }] of Object.entries(substitutes)) {
    const real = PATH.map((each) => join(each, name)).find((each) => existsSync(each)) ?? 'false';
    const instead = typeof run === 'string' ? run : `exec '${process.execPath}' '${FORWARD}' '${socket}' ${name} "$@"`;
    const script = `#!/bin/sh\ncase "$*" in ${only}) ${instead} ;; *) exec ${real} "$@" ;; esac\n`;
    writeFileSync(join(tools, name), script, { mode: 0o755 });
  }
  const path = [tools, ...PATH].join(delimiter);

  const call = async (wanted: Call, as = user): Promise<string> => {
    const substitute = substitutes[wanted.name]?.run;
    if (typeof substitute === 'function') {
      const output = await substitute(wanted);
      return typeof output === 'string' ? output : '';
    }
    const { args, cwd, stdin } = wanted;
    return await runProgram(wanted.name, args, { cwd, env: wanted.env, user: as, stdin });
  };
  const server = createServer(async (incoming, outgoing) => {
    const answer = await json(incoming)
      .then((body) => call(callSchema.parse(body)))
      .then(
        (output) => ({ status: 0, output }),
        (error: unknown) => ({ status: 1, output: String(error) }),
      );
    outgoing.end(JSON.stringify(answer));
  });
  server.listen(socket);
  await once(server, 'listening');
  chownSync(socket, uid, gid);
  chmodSync(socket, 0o600);

  const cache = makeFolder('compile-cache');
  chmodSync(cache, 0o777);
  // Start each command in the folder and with the variables of the previous command.
  const state = join(home, '.state');
  writeFileSync(state, `cd '${makeFolder('empty')}'\n`);
  chownSync(state, uid, gid);
  const own = { PATH: path, HOME: home, NODE_COMPILE_CACHE: cache, npm_config_update_notifier: 'false' };
  const first = { ...own, ...env };
  const save = `{ export -p; printf 'cd %q\\n' "$PWD"; } > '${state}'`;
  return {
    folder,
    path,
    call,
    run: async (command) => {
      const script = `. '${state}'\nset -uo pipefail\n${command}\nstatus=$?\n${save}\nexit $status`;
      return await runProgram('bash', ['-c', script], {
        cwd: home,
        env: first,
        user,
        stdin: '',
        asked: askedBy(command),
      });
    },
    close: async () => {
      server.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface ProgramOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly user: string;
  readonly stdin: string;
  /** Request whose answer the program prints. */
  readonly asked?: Output['asked'];
}

/** Returns the request of a curl command, because only its answer may contain an owner's secrets. */
function askedBy(command: string): Output['asked'] {
  const [, path] = /^curl [^|]*"\$BASE_URL(\/[^"?]*)/.exec(command) ?? [];
  return path === undefined ? undefined : { path, authorization: undefined };
}

/** Runs a program to its end. Returns its output, or throws an error with both outputs. */
async function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<string> {
  const { cwd, env, user, stdin, asked } = options;
  const child = spawn(program, args, { cwd, env, ...runAs(user) });
  // Ignore this error, because a program may end before it reads.
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  // Do not record the arguments, because they may be a script with the operator's secrets.
  keepOutput({ from: program, text: stdout + stderr, ...(asked && { asked }) });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`.slice(-6_000));
  return stdout;
}

/** PATH of services: the operator's programs and Node. */
export const SERVICE_PATH = [...new Set([...PATH, dirname(process.execPath)])].join(delimiter);
