import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepOutput } from '../../outputs/keep.ts';
import { endProgram } from '../../start-program.ts';
import { runAs } from './users.ts';

export interface SystemdOptions {
  /** Folders of units. The first folder with a unit is used. */
  readonly folders: readonly string[];
  /** Converts the paths of a unit to paths in the test's folder. */
  readonly place: (text: string) => string;
  /** Returns PATH and HOME of a user's services. */
  readonly env: (user: string) => Readonly<Record<string, string>>;
}

/** Runs the services of units as child processes: user, folder, environment, umask and commands. */
export interface Systemd {
  /** Runs `systemctl <verb> <unit…>`. */
  control(verb: string, units: readonly string[]): Promise<void>;
  /** Runs the service of an enabled timer to its end, as at its next time. Returns the output. */
  fire(timer: string): Promise<string>;
  close(): Promise<void>;
}

export function openSystemd({ folders, place, env }: SystemdOptions): Systemd {
  const running = new Map<string, ChildProcess>();
  const timers = new Set<string>();
  const logs = new Map<string, string>();

  const readUnit = (unit: string) => {
    const file = folders.map((folder) => join(folder, unit)).find((each) => existsSync(each));
    if (file === undefined) throw new Error(`Unit ${unit} not found.`);
    const text = place(readFileSync(file, 'utf8'));
    return (key: string) => [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  };
  const spawnCommand = (unit: string, command: string): ChildProcess => {
    const listValues = readUnit(unit);
    const [user = 'root'] = listValues('User');
    const [cwd = '/'] = listValues('WorkingDirectory');
    const [umask = '0022'] = listValues('UMask');
    const files = listValues('EnvironmentFile').map((file) => readFileSync(file, 'utf8').split('\n'));
    const own = [...listValues('Environment').flatMap((value) => value.split(' ')), ...files.flat()].flatMap((line) => {
      const [, name, value] = /^([A-Z_a-z]+)="?(.*?)"?$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    });
    const child = spawn('sh', ['-c', `umask ${umask}; exec ${command.replaceAll('%%', '%')}`], {
      cwd,
      env: { ...env(user), ...Object.fromEntries(own) },
      ...runAs(user),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        logs.set(unit, `${logs.get(unit) ?? ''}${chunk}`);
        keepOutput({ from: unit, text: String(chunk) });
      });
    }
    return child;
  };
  const stop = async (unit: string) => {
    const child = running.get(unit);
    running.delete(unit);
    if (child) await endProgram(child, 'SIGTERM');
  };
  const start = (unit: string) => {
    if (unit.endsWith('.timer')) timers.add(unit);
    else if (!running.has(unit)) {
      for (const command of readUnit(unit)('ExecStart')) running.set(unit, spawnCommand(unit, command));
    }
  };
  return {
    async control(verb, units) {
      for (const name of units) {
        const unit = /\.(service|timer)$/.test(name) ? name : `${name}.service`;
        if (verb === 'stop' || verb === 'restart') await stop(unit);
        if (verb !== 'stop') start(unit);
      }
    },
    async fire(timer) {
      if (!timers.has(timer)) throw new Error(`${timer} is not enabled`);
      readUnit(timer);
      const unit = timer.replace(/timer$/, 'service');
      const listValues = readUnit(unit);
      for (const command of [...listValues('ExecStart'), ...listValues('ExecStartPost')]) {
        const [code] = await once(spawnCommand(unit, command), 'close');
        if (code !== 0) throw new Error(`${command} ended with ${code}:\n${logs.get(unit)}`);
      }
      return logs.get(unit) ?? '';
    },
    async close() {
      for (const unit of [...running.keys()]) await stop(unit);
    },
  };
}
