import { isIP } from 'node:net';
import type { Network } from '../../../packages/llmstxt/cli/fetch-file.ts';
import { runCommand } from '../../../packages/llmstxt/cli/run-command.ts';

const VERSION = '1.2.3';
/** Gives each name a public address. */
const lookup: Network['lookup'] = async (host) => [isIP(host) === 0 ? '93.184.216.34' : host];
const noRequest: Network['fetch'] = () => Promise.reject(new Error('no request'));

/** Runs the command in a folder, and returns its exit code and outputs. Without `fetch`, each request fails. */
export async function runIn(
  cwd: string,
  args: readonly string[],
  { fetch = noRequest, stdin = '', color = false }: { fetch?: Network['fetch']; stdin?: string; color?: boolean } = {},
) {
  const ended = { code: -1, out: '', err: '' };
  ended.code = await runCommand([...args], VERSION, {
    stdin: (async function* () {
      yield stdin;
    })(),
    network: { lookup, fetch },
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
