import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireDataDir } from '../runtime/require-data-dir.ts';
import type { Store } from '../store/store.ts';
import { copySite, type EditableSite, withEditableSite } from './editable-site.ts';
import { readRegistries, withRegistries } from './package-registries.ts';
import type { PastClock } from './past-clock.ts';
import { readReplay } from './replay.ts';
import type { SampleSite } from './sample-site.ts';
import { readSampleWeb, SAMPLE_WEB } from './sample-web.ts';
import type { WebSource } from './web-source.ts';

/** Web on this machine for a first start, with prior data of its sites. */
export type LocalWeb = Awaited<ReturnType<typeof openLocalWeb>>;

/** Sites as visits found them some days ago. */
export interface PastRound {
  readonly daysAgo: number;
  readonly domains: readonly string[];
}

export interface LocalWebOptions {
  /** Folder of recorded responses. Default: the sample web. */
  readonly replay?: string | undefined;
  readonly dataDir: string;
  /** Clock of the program, if a first start creates a history. */
  readonly clock?: PastClock | undefined;
  /** Folders of invented sites. Default: the sample web. */
  readonly folders?: readonly string[] | undefined;
}

/** Opens the recorded responses of `replay`, or the sample web. */
export async function openLocalWeb({ replay, dataDir, clock, folders }: LocalWebOptions) {
  await requireDataDir({ DATA_DIR: dataDir });
  const web = replay === undefined ? await readSample(dataDir, clock, folders) : await readRecorded(replay);
  const { source, facts, owners, label, skipped, past, editable } = web;
  const fingerprint =
    replay === undefined
      ? computeHash([label, JSON.stringify([facts, owners, past])])
      : await computeFingerprint(replay);
  const path = join(dataDir, MARK_FILE);
  const before = await readMark(dataDir);
  return {
    source,
    domains: source.names(),
    facts,
    owners,
    label,
    /** Earlier visits that create a history, oldest first. */
    past,
    /** Sets the web and the clock back by days. */
    setBack: (days: number) => clock?.setBack(days),
    /** Editable site for trying ownership, or null. */
    editable,
    /** Skipped files without a domain. */
    skipped,
    /** True if this web was crawled into the data folder before. */
    wasCrawled: before === fingerprint,
    /** Records the crawl in the data folder. */
    async markCrawled() {
      await mkdir(dataDir, { recursive: true });
      await writeFile(path, fingerprint);
    },
  };
}

/** File that identifies the crawled web of a data folder. */
const MARK_FILE = 'crawled-web';

function readMark(dataDir: string): Promise<string | null> {
  return readFile(join(dataDir, MARK_FILE), 'utf8').catch(() => null);
}

/** Reports whether a web on this machine was crawled into the data folder. */
export async function holdsLocalWeb(dataDir: string): Promise<boolean> {
  return (await readMark(dataDir)) !== null;
}

/** Tracks a web's sites, or only `domains`, and stores their prior data. A second call changes nothing. */
export async function seedWeb(
  store: Pick<Store, 'track' | 'setFacts' | 'setOwners'>,
  web: LocalWeb,
  domains: readonly string[] = web.domains,
): Promise<void> {
  await store.track(domains);
  await store.setFacts(web.facts);
  await store.setOwners(web.owners);
}

async function readSample(dataDir: string, clock: PastClock | undefined, folders: readonly string[] | undefined) {
  const source = await readSampleWeb({ folders, daysAgo: clock?.daysAgo });
  const editable = await makeEditable(source.sites, dataDir);
  return {
    source: await withSampleRegistries(editable ? withEditableSite(source, editable) : source),
    editable,
    past: clock ? pastRounds(source.sites) : [],
    facts: source.sites.map(({ domain, rank, registered_at }) => ({ domain, rank, registered_at })),
    owners: source.sites.flatMap(({ domain, owner }) => (owner ? [{ domain, ...owner }] : [])),
    label: `the sample web (${source.sites.length} invented sites)`,
    skipped: [],
  };
}

/** Adds the registries of the sample web, because no registry of the internet is part of a web on this machine. */
async function withSampleRegistries<Web extends WebSource>(web: Web): Promise<Web> {
  return withRegistries(web, await readRegistries(SAMPLE_WEB));
}

/** Folder of the editable sample site, in the data folder. */
const EDITABLE_FOLDER = 'sample-site';

async function makeEditable(sites: readonly SampleSite[], dataDir: string): Promise<EditableSite | null> {
  const domain = sites.find((site) => site.is_editable)?.domain;
  if (domain === undefined) return null;
  const folder = join(dataDir, EDITABLE_FOLDER);
  await copySite(join(SAMPLE_WEB, domain), folder);
  return { domain, folder };
}

/**
 * Lists the days on which a site appeared or changed, with the visits of each day. A round visits new sites of the day and all
 * changing sites, because a status needs several visits.
 */
function pastRounds(sites: readonly SampleSite[]): PastRound[] {
  const days = new Set(
    sites.flatMap((site) => [site.known_for_days ?? 0, ...site.past.map((one) => one.until_days_ago)]),
  );
  return [...days]
    .filter((daysAgo) => daysAgo > 0)
    .toSorted((a, b) => b - a)
    .map((daysAgo) => {
      const visited = sites.filter(({ known_for_days: known = 0, past }) =>
        past.length > 0 ? known >= daysAgo : known === daysAgo,
      );
      return { daysAgo, domains: visited.map(({ domain }) => domain) };
    });
}

async function readRecorded(folder: string) {
  const source = await readReplay(folder);
  return {
    source: await withSampleRegistries(source),
    editable: null,
    past: [],
    facts: [],
    owners: [],
    label: `${source.names().length} recorded sites of ${folder}`,
    skipped: source.skipped,
  };
}

/** Hashes names, sizes and times of the files, so that an added file changes the fingerprint. */
async function computeFingerprint(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort();
  const parts = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );
  return computeHash([folder, ...parts]);
}

const computeHash = (parts: readonly string[]) => createHash('sha256').update(parts.join('\n')).digest('hex');
