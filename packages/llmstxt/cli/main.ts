#!/usr/bin/env node
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { nodeNetwork } from './node-network.ts';
import { runCommand } from './run-command.ts';

async function out(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Reads the version of the package. The relative path is the same from cli/ and dist/. */
function readVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return version;
}

// Exit silently if the reader closes the pipe, as in `llmstxt check … | head`. The exit code 0 would mean that every file is valid.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`llmstxt: ${error.message}\n`);
  process.exit(2);
});
// Continue without messages if their reader is gone, as in `llmstxt draft … 2>&1 >draft.txt | head -1`.
process.stderr.on('error', () => {});

try {
  process.exitCode = await runCommand(process.argv.slice(2), readVersion(), {
    stdin: process.stdin,
    network: nodeNetwork,
    out,
    err: (text) => void process.stderr.write(text),
    color: process.stdout.isTTY === true && !process.env['NO_COLOR'],
    cwd: process.cwd(),
  });
} catch (error) {
  process.stderr.write(`llmstxt: ${String(error)}\n`);
  process.exitCode = 2;
}
