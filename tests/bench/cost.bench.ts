import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readReplay } from '../../src/sandbox/replay.ts';
import { readSampleWeb } from '../../src/sandbox/sample-web.ts';
import { buildSite } from '../../src/site/build/build-site.ts';
import { fakeStore } from '../site/build/fake-store.ts';
import { countedCosts, countedJobs, SAMPLE_STEP, writeFigures } from './cost/cost-figures.ts';
import { monthlyReads, replaceCostTables, VISITS_OF_A_MONTH } from './cost/cost-table.ts';
import { measureStore, type StoreCosts, toSample } from './cost/measure-store.ts';
import { report } from './figure.ts';
import { generateDetails } from './generate-details.ts';

/**
 * Measures the cost of a site: `npm run bench -- cost [--write]`. Crawls recorded real sites with PostgreSQL, visits them again
 * without changes and with 1 % changed, and builds pages of generated sites. `--write` updates the tables of docs/operating.md.
 * All figures except CPU times are counts, which are equal on every machine.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus/llms');
const GUIDE = resolve(import.meta.dirname, '../../docs/operating.md');
const PAGES = 1_000;
const KB = 1_000;
const MS_OF_A_MINUTE = 60_000;
const MAX_MEAN_KB = 25;
const MAX_MEDIAN_KB = 10;
const MAX_READ_KB = 2;
const MAX_REQUESTS = 3;
const MONTH_SITES = 10_000;
const KB_OF_A_GB = 1_000_000;
const MAX_EGRESS_GB = 1.5;
const MAX_EGRESS_WITH_COPIES_GB = 3;
/** Number of sites that the free plan of the database must hold. */
const FREE_PLAN_SITES = 20_000;
const MAX_DATABASE_MB = 500;
const MAX_FILES = 3.2;
const MAX_BUILT_KB = 40;

const isReal = existsSync(CORPUS);
if (!isReal) console.log('the recorded sites are absent: the sample web is crawled instead');
const web = isReal ? await readReplay(CORPUS) : await readSampleWeb();
const costs = await measureStore(web);
printStore(costs);
printMonth();
const built = await measureBuilt();
printFigure('built site: one site, its share of lists and search index', built.bytes / KB, 'kB', MAX_BUILT_KB);
printFigure('built site: files of one site', built.files, 'files', MAX_FILES);
if (values.write) {
  if (!isReal) throw new Error('the tables are made from recorded sites');
  const figures = {
    on: new Date().toISOString().slice(0, 10),
    all: countedCosts(costs),
    sample: countedCosts(await measureStore(toSample(web, SAMPLE_STEP))),
    jobs: countedJobs(costs.jobs),
    built: { kB: Math.round(built.bytes / KB), files: Number(built.files.toPrecision(2)) },
  };
  writeFigures(figures);
  writeFileSync(GUIDE, replaceCostTables(readFileSync(GUIDE, 'utf8'), figures));
}

function printStore({ meanBytes, medianBytes, diskBytes, tables, stamped, sites, ...visits }: StoreCosts): void {
  printFigure('database: values of a site', meanBytes / KB, 'kB', MAX_MEAN_KB);
  printFigure('database: values of a site with a file of median length', medianBytes / KB, 'kB', MAX_MEDIAN_KB);
  printFigure('database: tables, indexes and free space, a site', diskBytes / KB, 'kB');
  for (const [table, bytes] of Object.entries(tables)) printFigure(`database: ${table}, a site`, bytes / KB, 'kB');
  for (const which of ['first', 'unchanged', 'changed'] as const) {
    const { requests, siteBytes, databaseCalls, databaseBytes, writtenBytes, cpuMs } = visits[which];
    const isQuiet = which === 'unchanged';
    printFigure(`${which} visit: requests to the site`, requests, 'requests', isQuiet ? MAX_REQUESTS : undefined);
    printFigure(`${which} visit: bodies from the site`, siteBytes / KB, 'kB');
    printFigure(`${which} visit: calls of the database`, databaseCalls, 'calls');
    printFigure(`${which} visit: read from the database`, databaseBytes / KB, 'kB', isQuiet ? MAX_READ_KB : undefined);
    printFigure(`${which} visit: written to the database`, writtenBytes / KB, 'kB');
    const minutes = (cpuMs * VISITS_OF_A_MONTH) / MS_OF_A_MINUTE;
    printFigure(`${which} visits of a month: processor, with the sites themselves`, minutes, 'minutes');
  }
  printFigure('pages to publish after visits that found nothing new', stamped.unchanged, 'pages', 0);
  printFigure('pages to publish after one site in a hundred changed', stamped.changed, 'pages');
}

/** Prints the bytes read from the database in a month. Each site is visited every two days, and 5 % of visits find a new file. */
function printMonth(): void {
  const jobs = countedJobs(costs.jobs);
  const { visits, builds, snapshots, copies } = monthlyReads({ all: countedCosts(costs), jobs });
  const gigabytes = (kB: number) => (kB * MONTH_SITES) / KB_OF_A_GB;
  for (const [job, kB] of Object.entries(jobs)) printFigure(`read by jobs: ${job}`, kB, 'kB a site');
  const month = `month of ${MONTH_SITES} sites: egress of visits and builds`;
  printFigure(month, gigabytes(visits + builds), 'GB', MAX_EGRESS_GB);
  const all = gigabytes(visits + builds + snapshots + copies);
  printFigure(`${month}, daily snapshots and copies`, all, 'GB', MAX_EGRESS_WITH_COPIES_GB);
  const disk = (costs.emptyBytes + costs.diskBytes * FREE_PLAN_SITES) / KB;
  printFigure(`database of ${FREE_PLAN_SITES} sites`, disk / KB, 'MB', MAX_DATABASE_MB);
}

function printFigure(figure: string, value: number, unit: string, atMost?: number): void {
  report({ bench: 'cost', figure, value, unit, ...(atMost !== undefined && { bar: { atMost } }) });
}

async function measureBuilt(): Promise<{ readonly bytes: number; readonly files: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'cost-'));
  const outDir = join(folder, 'site');
  const build = { service: { name: 'Directory', baseUrl: 'https://dir.example' }, outDir, now: Date.now };
  const computeSize = async (count: number) => {
    rmSync(outDir, { recursive: true, force: true });
    rmSync(`${outDir}-state`, { recursive: true, force: true });
    await buildSite({ ...build, store: fakeStore([...generateDetails(count)]).store });
    const files = readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
    return { bytes, files: files.length };
  };
  // Subtract, because both sizes contain a fixed share.
  const [few, many] = [await computeSize(PAGES), await computeSize(2 * PAGES)];
  rmSync(folder, { recursive: true });
  return { bytes: (many.bytes - few.bytes) / PAGES, files: (many.files - few.files) / PAGES };
}
