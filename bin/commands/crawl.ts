import { Command, Option } from '@commander-js/extra-typings';
import { explain } from '../crawl/explain.ts';
import { type CrawlArguments, runCrawl } from '../crawl/run-crawl.ts';
import type { Host } from '../host.ts';
import { parseCount, parseDuration, parseShard } from '../parse-arguments.ts';
import { UsageError } from '../run-command.ts';

/** Visits due domains, or the given ones. Tests replace `run`. */
export function crawlCommand(host: Host, run: (wanted: CrawlArguments, host: Host) => Promise<number> = runCrawl) {
  return new Command('crawl')
    .summary('Visit due domains, or the given domains.')
    .description(
      'Visit sites on the internet, or in the sandbox of the settings, and store their files. Visits all due domains, or only the given domains.',
    )
    .argument('[domain...]', 'domains to visit now; new domains are tracked')
    .addOption(
      new Option('--live', 'visit the internet, even if the settings name a sandbox').conflicts(['sample', 'replay']),
    )
    .addOption(new Option('--sample', 'visit the sample web on this machine').conflicts('replay'))
    .option('--replay <folder>', 'visit a folder of recorded responses')
    .option('--shard <i/n>', 'name of this crawler among n that share the queue', parseShard)
    .option('--limit <n>', 'visit at most n domains', parseCount)
    .option('--deadline <time>', 'start no visit after this time: 5h, 30m or 90s', parseDuration)
    .option('--concurrency <n>', 'number of concurrent domains', parseCount)
    .option('--dry-run', 'visit and judge, but store nothing')
    .option(
      '--explain',
      'list the requests of a visit of one domain with their reasons, and request only its robots.txt',
    )
    .option('--json', 'with --explain: as JSON')
    .addHelpText('after', '\nExit code: 0 done, 1 failed, 2 wrong usage, 3 stopped by the self-fault breaker.')
    .action(
      async (
        domains,
        { live, sample, replay, shard, limit, deadline, concurrency, dryRun, explain: isExplained, json },
      ) => {
        const crawlArguments: CrawlArguments = {
          isLive: live ?? false,
          isSample: sample ?? false,
          replay,
          shard,
          limit,
          deadlineMs: deadline,
          concurrency,
          dryRun: dryRun ?? false,
          domains,
        };
        if (json && !isExplained) throw new UsageError('--json needs --explain');
        host.exitWith(
          isExplained ? await explain(crawlArguments, json ?? false, host) : await run(crawlArguments, host),
        );
      },
    );
}
