import type { Call } from './shell.ts';
import { listIds } from './users.ts';

export interface SudoOptions {
  /** PATH of the called program, as `secure_path` sets it. */
  readonly path: string;
  readonly homeOf: (user: string) => string;
}

export interface SudoCall {
  readonly user: string;
  readonly call: Call;
}

/** Reads a call of `sudo`: the user, and the program with the variables that the options keep. */
export function readSudo({ args, cwd, env, stdin }: Call, { path, homeOf }: SudoOptions): SudoCall {
  const words = [...args];
  let user = 'root';
  let kept: readonly string[] = [];
  let setsHome = false;
  while (words[0]?.startsWith('-')) {
    const [option = '', value = ''] = (words.shift() ?? '').split('=');
    if (option === '--user') user = words.shift() ?? '';
    else if (option === '--preserve-env') kept = value === '' ? Object.keys(env) : value.split(',');
    else if (option === '--set-home') setsHome = true;
    else throw new Error(`sudo ${option} is not expected.`);
  }
  const given = Object.fromEntries(Object.entries(env).filter(([name]) => kept.includes(name)));
  const home = setsHome || given['HOME'] === undefined ? { HOME: homeOf(user) } : {};
  const [name = '', ...rest] = words;
  return { user, call: { name, args: withIds(name, rest), cwd, stdin, env: { ...given, ...home, PATH: path } } };
}

/** Replaces the users of the pages in the arguments of `chown` and `setfacl`, because this machine does not have them. */
function withIds(program: string, args: readonly string[]): string[] {
  const toId = (user: string) => String(listIds(user).uid);
  if (program === 'chown') return args.map((arg) => (arg === 'directory' ? toId('directory') : arg));
  return program === 'setfacl' ? args.map((arg) => arg.replaceAll('u:caddy:', `u:${toId('caddy')}:`)) : [...args];
}
