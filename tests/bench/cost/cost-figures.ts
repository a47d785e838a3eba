import { readFileSync, writeFileSync } from 'node:fs';
import type { JobReads, StoreCosts, VisitCosts } from './measure-store.ts';

export interface CountedCosts {
  readonly sites: number;
  /** Values of a site, in kB: the mean, and the value for a file of median length. */
  readonly database: { readonly mean: number; readonly median: number; readonly onDisk: number };
  readonly firstVisit: CountedVisit;
  readonly unchangedVisit: CountedVisit;
}

interface CountedVisit {
  readonly requests: number;
  readonly databaseCalls: number;
  /** Kilobytes read from the database. */
  readonly databaseReads: number;
  readonly databaseWrites: number;
}

export interface CostFigures {
  /** Date of the measurement. */
  readonly on: string;
  /** Costs of all recorded sites, and of the tenth that a test measures again. */
  readonly all: CountedCosts;
  readonly sample: CountedCosts;
  /** Kilobytes that jobs read per recorded site. */
  readonly jobs: JobReads;
  /** Cost of one site, with its share of lists and search index. */
  readonly built: { readonly kB: number; readonly files: number };
}

export const SAMPLE_STEP = 10;
const FILE = new URL('./figures.json', import.meta.url);
const KB = 1_000;

export function readFigures(): CostFigures {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

export function writeFigures(figures: CostFigures): void {
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`);
}

export function countedCosts({ sites, meanBytes, medianBytes, diskBytes, first, unchanged }: StoreCosts): CountedCosts {
  return {
    sites,
    database: { mean: round(meanBytes / KB), median: round(medianBytes / KB), onDisk: round(diskBytes / KB) },
    firstVisit: countedVisit(first),
    unchangedVisit: countedVisit(unchanged),
  };
}

export function mapReads(reads: JobReads, change: (bytes: number) => number): JobReads {
  const mapped: Record<keyof JobReads, number> = { ...reads };
  for (const job of Object.keys(reads) as (keyof JobReads)[]) mapped[job] = change(reads[job]);
  return mapped;
}

export function countedJobs(jobs: JobReads): JobReads {
  return mapReads(jobs, (bytes) => round(bytes / KB));
}

function countedVisit({ requests, databaseCalls, databaseBytes, writtenBytes }: VisitCosts): CountedVisit {
  return {
    requests: round(requests),
    databaseCalls: round(databaseCalls),
    databaseReads: round(databaseBytes / KB),
    databaseWrites: round(writtenBytes / KB),
  };
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
