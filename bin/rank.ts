import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { LIMITS } from '../src/fetch/limits.ts';
import type { Net } from '../src/fetch/net.ts';
import { loadRanks } from '../src/jobs/ranks/load-ranks.ts';
import { ListError } from '../src/jobs/ranks/unpack.ts';
import { createContext } from '../src/runtime/context.ts';
import { parseEnv } from '../src/runtime/env.ts';
import { onlyArgument, runProgram } from './run-program.ts';

const USAGE = `usage: npm run rank -- <file | https URL | ->
Loads a list of popularity ranks: rank,domain lines as Tranco publishes them (https://tranco-list.eu), as csv, csv.gz or zip.
It takes the place of the list before; scores follow at once.
Exit code: 0 done, 1 failed (the old list stays), 2 wrong use.
`;

async function download(url: string, net: Net): Promise<Buffer> {
  const { status, failure, detail, body } = await net.fetch({ url, limits: LIMITS.rankList });
  if (failure !== null) throw new ListError(detail ?? failure);
  if (status !== 200) throw new ListError(`${url} answers ${status}`);
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

function read(source: string, net: Net): Promise<Buffer> {
  if (source === '-') return buffer(process.stdin);
  return /^https?:\/\//.test(source) ? download(source, net) : readFile(source);
}

async function main(): Promise<undefined> {
  const source = onlyArgument();
  const env = parseEnv(process.env);
  const context = await createContext(env, { access: 'share' });
  try {
    const startedAt = context.now();
    const { entries, refused, changed } = await loadRanks(context.store, await read(source, context.net));
    const seconds = ((context.now() - startedAt) / 1_000).toFixed(1);
    process.stdout.write(
      `${entries} ranks loaded, ${refused} lines refused, ${changed} tracked domains changed (${seconds} s)\n`,
    );
  } finally {
    await context.close();
  }
}

await runProgram('rank', main, USAGE);
