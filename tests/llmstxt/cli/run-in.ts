import type { Network } from '../../../packages/llmstxt/cli/fetch-file.ts';
import { runCommand } from '../../../packages/llmstxt/cli/run-command.ts';

const VERSION = '1.2.3';
const NO_NETWORK: Network = { lookup: async () => [], fetch: () => Promise.reject(new Error('no request')) };

/** Runs the command in a folder, and returns its exit code and outputs. Without a network, each request fails. */
export async function runIn(
  cwd: string,
  args: readonly string[],
  { network = NO_NETWORK, stdin = '', color = false }: { network?: Network; stdin?: string; color?: boolean } = {},
) {
  const ended = { code: -1, out: '', err: '' };
  ended.code = await runCommand([...args], VERSION, {
    stdin: (async function* () {
      yield stdin;
    })(),
    network,
    out: (text) => {
      ended.out += text;
    },
    err: (text) => {
      ended.err += text;
    },
    color,
    cwd,
  });
  return ended;
}
