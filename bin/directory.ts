#!/usr/bin/env node
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { parseEnv } from '../src/runtime/env.ts';
import type { Host } from './host.ts';
import { EXIT, runCommand } from './run-command.ts';

/** Commands, loaded on demand, because most need neither Astro nor the crawler. */
const COMMANDS: Readonly<Record<string, (host: Host) => Promise<CommandUnknownOpts>>> = {
  start: async (host) => (await import('./commands/start.ts')).startCommand(host),
  dev: async (host) => (await import('./commands/dev.ts')).devCommand(host),
  serve: async (host) => (await import('./commands/serve.ts')).serveCommand(host),
  crawl: async (host) => (await import('./commands/crawl.ts')).crawlCommand(host),
  'crawl-health': async (host) => (await import('./commands/crawl-health.ts')).crawlHealthCommand(host),
  build: async (host) => (await import('./commands/build.ts')).buildCommand(host),
  import: async (host) => (await import('./commands/import.ts')).importCommand(host),
  ranks: async (host) => (await import('./commands/ranks.ts')).ranksCommand(host),
  registrations: async (host) => (await import('./commands/registrations.ts')).registrationsCommand(host),
  deliver: async (host) => (await import('./commands/deliver.ts')).deliverCommand(host),
  admin: async (host) => (await import('./commands/admin.ts')).adminCommand(host),
  export: async (host) => (await import('./commands/export.ts')).exportCommand(host),
  snapshot: async (host) => (await import('./commands/snapshot.ts')).snapshotCommand(host),
  mirror: async (host) => (await import('./commands/mirror.ts')).mirrorCommand(host),
  restore: async (host) => (await import('./commands/restore.ts')).restoreCommand(host),
  sandbox: async (host) => (await import('./commands/sandbox.ts')).sandboxCommand(host),
};

/** Commands with few queries, which run without the optimizing compiler. */
const FEW_QUERIES = ['admin', 'crawl-health', 'deliver', 'registrations'];

let exitCode: number = EXIT.done;
const host: Host = {
  env: () => parseEnv(process.env),
  isGithubAction: process.env['GITHUB_ACTIONS'] === 'true',
  stopSignal() {
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Error(signal)));
    return stop.signal;
  },
  exitWith(code) {
    exitCode = code;
  },
};

function end(code: number): never {
  process.exit(code);
}

// Exit silently if the reader closes the pipe, as in `npm run crawl | head`.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') end(EXIT.done);
  process.stderr.write(`error: ${message}\n`);
  end(EXIT.failed);
});

const argv = process.argv.slice(2);
const program = new Command('directory')
  .description(
    'A directory of websites that publish an llms.txt. Settings come from the environment: see .env.example.',
  )
  .addHelpText(
    'after',
    '\nIn the repository: npx directory <command> <arguments>. Exit code of every command: 0 done, 1 failed, 2 wrong usage.',
  )
  .showHelpAfterError()
  .exitOverride();
const named = argv.filter((word) => Object.hasOwn(COMMANDS, word)).slice(0, 1);
if (named.some((name) => FEW_QUERIES.includes(name))) await import('./turn-off-optimizer.ts');
for (const name of named.length > 0 ? named : Object.keys(COMMANDS)) {
  const command = await COMMANDS[name]?.(host);
  if (!command) continue;
  for (const each of [command, ...command.commands]) each.copyInheritedSettings(program);
  program.addCommand(command);
}
const failed = await runCommand(program, argv);
// Wait for the output, because a failed write ends the process with another exit code.
await new Promise((done) => process.stdout.write('', done));
// Exit explicitly, because the embedded database and idle connections may keep handles open.
end(failed ?? exitCode);
