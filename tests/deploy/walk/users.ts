import { spawnSync } from 'node:child_process';

export interface Ids {
  readonly uid: number;
  readonly gid: number;
}

/** Users that Debian always has, in place of the users of the pages. Only root can run a program as another user. */
const STAND_INS: Readonly<Record<string, string>> = { you: 'nobody', directory: 'daemon', caddy: 'games' };
const isRoot = process.getuid?.() === 0;

/** Returns the ids for a user of the pages, or this process's own ids if it is not root. */
export function listIds(user: string): Ids {
  if (!isRoot) return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (user === 'root') return { uid: 0, gid: 0 };
  const name = STAND_INS[user] ?? user;
  const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/** Returns the options of `spawn` that run a program as a user of the pages. */
export const runAs = (user: string): Ids | Record<string, never> => (isRoot ? listIds(user) : {});
