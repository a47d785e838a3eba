import { parseArgs } from 'node:util';
import { HOUR_MS, MINUTE_MS } from '../src/directory/duration.ts';

export const CRAWL_USAGE = `usage: npm run crawl -- [--live | --replay <folder>] [options] [domain…]
  --live            visit the internet; otherwise the sandbox of the settings, or the sample web
  --replay <folder> visit a folder of recorded answers
  --shard i/n       name of this crawler among n that share the queue
  --limit n         visit at most n domains
  --deadline 5h     begin no visit after this long (h, m or s)
  --concurrency n   domains in work at the same time
  --dry-run         look and judge, write nothing
Without domains: everything that is due. With domains: these are tracked and visited now.
Exit code: 0 done, 1 failed, 2 wrong use, 3 stopped by the self-fault breaker.
`;

export interface CrawlArguments {
  readonly web: { readonly kind: 'live' | 'sandbox' } | { readonly kind: 'replay'; readonly folder: string };
  /** `2/4`; null when this is the only one. */
  readonly shard: string | null;
  readonly limit: number | null;
  readonly deadlineMs: number | null;
  readonly concurrency: number | null;
  readonly dryRun: boolean;
  readonly domains: readonly string[];
}

export type ParsedArguments =
  | { readonly ok: true; readonly value: CrawlArguments }
  | { readonly ok: false; readonly detail: string };

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE_MS, h: HOUR_MS };

/** What was typed after `npm run crawl --`, or a line that says what is wrong with it. */
export function parseCrawlArguments(argv: readonly string[]): ParsedArguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        live: { type: 'boolean', default: false },
        replay: { type: 'string' },
        shard: { type: 'string' },
        limit: { type: 'string' },
        deadline: { type: 'string' },
        concurrency: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    if (values.live && values.replay !== undefined) throw new TypeError('--live and --replay exclude each other');
    return {
      ok: true,
      value: {
        web: values.replay === undefined ? webOf(values.live) : { kind: 'replay', folder: values.replay },
        shard: values.shard === undefined ? null : shardOf(values.shard),
        limit: values.limit === undefined ? null : wholeNumber('--limit', values.limit),
        deadlineMs: values.deadline === undefined ? null : durationOf(values.deadline),
        concurrency: values.concurrency === undefined ? null : wholeNumber('--concurrency', values.concurrency),
        dryRun: values['dry-run'],
        domains: positionals,
      },
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { ok: false, detail: error.message.split('\n', 1)[0] ?? error.message };
  }
}

const webOf = (live: boolean): CrawlArguments['web'] => ({ kind: live ? 'live' : 'sandbox' });

function shardOf(text: string): string {
  const [, part, all] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  if (part === undefined || all === undefined || Number(part) < 1 || Number(part) > Number(all)) {
    throw new TypeError('--shard must look like 2/4');
  }
  return text;
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new TypeError(`${name} must be a whole number of 1 or more`);
  return Number(text);
}

function durationOf(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined) throw new TypeError('--deadline must look like 5h, 30m or 90s');
  return Number(amount) * unitMs;
}
