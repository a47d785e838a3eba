import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Command } from '@commander-js/extra-typings';
import { formatQuantity } from '../../src/directory/format-numbers.ts';
import { LIMITS } from '../../src/fetch/limits.ts';
import type { Net } from '../../src/fetch/net.ts';
import { loadRanks } from '../../src/jobs/ranks/load-ranks.ts';
import { ListError } from '../../src/jobs/ranks/unpack.ts';
import type { Host } from '../host.ts';
import { withContext } from '../with-context.ts';

export function ranksCommand(host: Host) {
  return new Command('ranks')
    .summary('Load a list of popularity ranks.')
    .description(
      'Load a list of popularity ranks: rank,domain lines as Tranco publishes them (https://tranco-list.eu), as csv, csv.gz or zip. Sets the ranks of tracked domains and their scores. Does not store the list, so a later domain gets its rank at the next load.',
    )
    .argument('<source>', 'file, https URL, or - for standard input')
    .option('--force', 'accept a list with less than 0.9 of the entries of the last list')
    .action(async (source, { force }) => {
      await withContext(host.env(), { access: 'share' }, async ({ store, net, now }) => {
        const startedAt = now();
        const list = await readList(source, net);
        const { entries, refused, changed } = await loadRanks(store, list, { force: force ?? false });
        const seconds = ((now() - startedAt) / 1_000).toFixed(1);
        process.stdout.write(
          `${formatQuantity(entries, 'rank')} loaded, ${formatQuantity(refused, 'line')} refused, ${formatQuantity(changed, 'tracked domain')} changed (${seconds} s)\n`,
        );
      });
    });
}

function readList(source: string, net: Net): Promise<Buffer> {
  if (source === '-') return buffer(process.stdin);
  return /^https?:\/\//.test(source) ? download(source, net) : readFile(source);
}

async function download(url: string, net: Net): Promise<Buffer> {
  const { status, failure, detail, body } = await net.fetch({ url, limits: LIMITS.rankList });
  if (failure !== null) throw new ListError(detail ?? failure);
  if (status !== 200) throw new ListError(`${url} answers ${status}`);
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
