import * as core from '@actions/core';
import { Command } from '@commander-js/extra-typings';
import { checkCrawlHealth } from '../../src/crawl/crawl-health.ts';
import { HOUR_MS } from '../../src/directory/duration.ts';
import type { Host } from '../host.ts';
import { parseDuration } from '../parse-arguments.ts';
import { EXIT } from '../run-command.ts';
import { withStore } from '../with-store.ts';

export function crawlHealthCommand(host: Host) {
  return new Command('crawl-health')
    .summary('Report whether the scheduled crawl visits due domains.')
    .description(
      'Print the time of the last scheduled crawl, the number of due domains, and the minutes of scheduled crawls in the last 30 days. Fails if domains are due and no scheduled crawl visited a domain within a time. Before the first scheduled crawl, any visit counts.',
    )
    .option(
      '--within <time>',
      'the longest time without a scheduled crawl, such as 6h or 90m',
      parseDuration,
      6 * HOUR_MS,
    )
    .addHelpText('after', '\nExit code: 0 healthy, 1 not, 2 wrong usage.')
    .action(async ({ within }) => {
      const { healthy, due, sentence } = await withStore(host, async (store) =>
        checkCrawlHealth(store, await store.stats(), Date.now(), within),
      );
      if (host.isGithubAction) core.setOutput('due', due);
      (healthy ? process.stdout : process.stderr).write(`${sentence}\n`);
      host.exitWith(healthy ? EXIT.done : EXIT.failed);
    });
}
