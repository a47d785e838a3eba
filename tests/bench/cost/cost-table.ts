import type { CostFigures } from './cost-figures.ts';

/** Days between visits. The number is between the limits of 6 hours and 14 days, because most files change within weeks. */
const DAYS_BETWEEN_VISITS = 2;
const DAYS_OF_A_MONTH = 30;
const SIZES = [10_000, 100_000, 1_000_000];
/** Share of visits that find a new file. */
const CHANGED = 1 / 20;
const DAYS_BETWEEN_WHOLE_COPIES = 7;
const WHOLE_COPIES = DAYS_OF_A_MONTH / DAYS_BETWEEN_WHOLE_COPIES;
/** Share of visits that read everything again. */
const REFRESHED = 1 / 8;
const KB_OF_A_GB = 1_000_000;

const START = '<!-- cost: made by `npm run bench -- cost --write` -->\n';
const END = '<!-- end of cost -->\n';

/** Number of visits per site and month. */
export const VISITS_OF_A_MONTH = DAYS_OF_A_MONTH / DAYS_BETWEEN_VISITS;

/** Returns the cost tables of docs/operating.md. */
function renderCostTables({ on, all, jobs, built }: CostFigures): string {
  const { database, firstVisit, unchangedVisit } = all;
  const monthly = monthlyReads({ all, jobs });
  const perSize = (cell: (sites: number) => string) => SIZES.map(cell);
  const gigabytes = (kB: number) => perSize((sites) => `${format((sites * kB) / KB_OF_A_GB)} GB`);
  return [
    `Measured on ${on} with ${all.sites} recorded sites:`,
    '',
    '| figure | value |',
    '|---|---|',
    `| database: values of a site | ${database.mean} kB on average, ${database.median} kB with a file of median length |`,
    `| database: tables, indexes and free space | ${database.onDisk} kB a site |`,
    `| a first visit, or a visit that reads all files again (one in eight) | ${visit(firstVisit)} |`,
    `| a visit that finds nothing new | ${visit(unchangedVisit)} |`,
    `| built site: files of a site with its share of lists and search index | ${built.kB} kB in ${built.files} files |`,
    '',
    `With one visit of each site every ${DAYS_BETWEEN_VISITS} days, a changed file in one of ${1 / CHANGED} visits, and a full copy each week:`,
    '',
    row(
      'figure',
      perSize((sites) => `${sites.toLocaleString('en')} sites`),
    ),
    `|---${'|---'.repeat(SIZES.length)}|`,
    row('database', gigabytes(database.onDisk)),
    row(
      'visits in a month',
      perSize((sites) => (sites * VISITS_OF_A_MONTH).toLocaleString('en')),
    ),
    row('egress of the database for visits and builds', gigabytes(monthly.visits + monthly.builds)),
    row('egress with a daily snapshot', gigabytes(monthly.visits + monthly.builds + monthly.snapshots)),
    row(
      'egress with a daily snapshot and a daily copy',
      gigabytes(monthly.visits + monthly.builds + monthly.snapshots + monthly.copies),
    ),
    row(
      'built site',
      perSize(
        (sites) => `${format((sites * built.kB) / KB_OF_A_GB)} GB, ${(sites * built.files).toLocaleString('en')} files`,
      ),
    ),
    '',
  ].join('\n');
}

/** Computes the data read from the database per site and month, in kB. */
export function monthlyReads({ all, jobs }: Pick<CostFigures, 'all' | 'jobs'>) {
  const { firstVisit, unchangedVisit } = all;
  const visit = REFRESHED * firstVisit.databaseReads + (1 - REFRESHED) * unchangedVisit.databaseReads;
  const changes = VISITS_OF_A_MONTH * CHANGED;
  const changedSinceWhole = (DAYS_BETWEEN_WHOLE_COPIES / 2 / DAYS_BETWEEN_VISITS) * CHANGED;
  return {
    visits: VISITS_OF_A_MONTH * visit,
    builds: changes * jobs.build + DAYS_OF_A_MONTH * jobs.lastVisits,
    // Count the first snapshot of a month fully, because it reads the store alone. A snapshot reads an equal amount per site.
    snapshots: jobs.snapshot * (1 + changes) + (DAYS_OF_A_MONTH - 1) * jobs.lastVisits,
    // A partial copy contains the sites changed since the full copy, which is half a week old on average.
    copies:
      WHOLE_COPIES * jobs.wholeCopy +
      (DAYS_OF_A_MONTH - WHOLE_COPIES) * (jobs.copyOfChanges + changedSinceWhole * jobs.wholeCopy),
  };
}

/** Returns the document with its tables replaced. */
export function replaceCostTables(document: string, figures: CostFigures): string {
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start < 0 || end < start) throw new Error('docs/operating.md has no place for the tables of costs');
  return `${document.slice(0, start + START.length)}${renderCostTables(figures)}${document.slice(end)}`;
}

function visit({ requests, databaseReads, databaseWrites, databaseCalls }: CostFigures['all']['firstVisit']): string {
  return `${requests} requests to the site; ${databaseReads} kB from the database and ${databaseWrites} kB to it in ${databaseCalls} calls`;
}

function row(name: string, cells: readonly string[]): string {
  return `| ${[name, ...cells].join(' | ')} |`;
}

function format(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 3 });
}
