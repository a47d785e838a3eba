import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { vi } from 'vitest';
import type { Host } from '../../bin/host.ts';
import { runCommand } from '../../bin/run-command.ts';
import { parseEnv } from '../../src/runtime/env.ts';

export interface Ended {
  readonly code: number;
  /** Text written to standard error. */
  readonly errors: string;
  readonly output: string;
}

/** Creates the process that runs a command with these settings. */
export function aHost(settings: Readonly<Record<string, string>> = {}): Host & { readonly codes: number[] } {
  const codes: number[] = [];
  return {
    codes,
    env: () => parseEnv(settings),
    isGithubAction: false,
    stopSignal: () => new AbortController().signal,
    exitWith: (code) => void codes.push(code),
  };
}

/** Runs a command line of a program that has only this command. */
export async function runInProgram(command: CommandUnknownOpts, argv: readonly string[]): Promise<Ended> {
  const written = { errors: '', output: '' };
  const capture = (stream: NodeJS.WriteStream, name: keyof typeof written) =>
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      written[name] += text;
      return true;
    });
  const spies = [capture(process.stderr, 'errors'), capture(process.stdout, 'output')];
  try {
    const program = new Command('directory').showHelpAfterError().exitOverride();
    for (const each of [command, ...command.commands]) each.copyInheritedSettings(program);
    const code = await runCommand(program.addCommand(command), [command.name(), ...argv]);
    return { code: code ?? 0, ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
