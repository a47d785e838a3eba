import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeededFacts, SeededOwner, Store } from '../store/store.ts';
import { readReplay } from './replay.ts';
import { readSampleWeb } from './sample-web.ts';
import type { WebSource } from './web-source.ts';

/** A web on this machine that a first start crawls, and what is known about its sites beforehand. */
export interface LocalWeb {
  readonly source: WebSource;
  readonly domains: readonly string[];
  readonly facts: readonly SeededFacts[];
  readonly owners: readonly SeededOwner[];
  /** What this web is, in a few words for a person. */
  readonly label: string;
  /** Files that name no domain and are left out. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
  /** True when this very web was crawled into the data folder before. */
  readonly wasCrawled: boolean;
  /** Remembers in the data folder that it was. */
  markCrawled(): Promise<void>;
}

/** The recorded responses of `replay`, or the sample web that ships with the project. */
export async function openLocalWeb(replay: string | undefined, dataDir: string): Promise<LocalWeb> {
  const web = replay === undefined ? await readSample() : await readRecorded(replay);
  const { source, facts, owners, label, skipped } = web;
  const fingerprint =
    replay === undefined ? hashOf([label, JSON.stringify([facts, owners])]) : await fingerprintOf(replay);
  const path = join(dataDir, MARK_FILE);
  const before = await readMark(dataDir);
  return {
    source,
    domains: source.names(),
    facts,
    owners,
    label,
    skipped,
    wasCrawled: before === fingerprint,
    async markCrawled() {
      await mkdir(dataDir, { recursive: true });
      await writeFile(path, fingerprint);
    },
  };
}

/** Names the web that was crawled into a data folder. */
const MARK_FILE = 'crawled-web';

function readMark(dataDir: string): Promise<string | null> {
  return readFile(join(dataDir, MARK_FILE), 'utf8').catch(() => null);
}

/** Reports whether a web on this machine was crawled into the data folder. */
export async function holdsLocalWeb(dataDir: string): Promise<boolean> {
  return (await readMark(dataDir)) !== null;
}

type SeedStore = Pick<Store, 'track' | 'setFacts' | 'setOwners'>;

/** Domains in one call to the store: one statement of some milliseconds. */
const SEED_BATCH = 500;

/** Tracks a web's sites (or `domains` of them) and stores what is known beforehand. Repeating it changes nothing. */
export async function seedWeb(
  store: SeedStore,
  web: LocalWeb,
  domains: readonly string[] = web.domains,
): Promise<void> {
  for (let at = 0; at < domains.length; at += SEED_BATCH) await store.track(domains.slice(at, at + SEED_BATCH));
  await store.setFacts(web.facts);
  await store.setOwners(web.owners);
}

async function readSample() {
  const source = await readSampleWeb();
  return {
    source,
    facts: source.sites.map(({ domain, rank, registered_at }) => ({ domain, rank, registered_at })),
    owners: source.sites.flatMap(({ domain, owner }) => (owner ? [{ domain, ...owner }] : [])),
    label: `the sample web (${source.sites.length} invented sites)`,
    skipped: [],
  };
}

async function readRecorded(folder: string) {
  const source = await readReplay(folder);
  return {
    source,
    facts: [],
    owners: [],
    label: `${source.names().length} recorded sites of ${folder}`,
    skipped: source.skipped,
  };
}

/** Of the names, sizes and times of the files: a folder to which a file was added is another web. */
async function fingerprintOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).sort();
  const parts = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );
  return hashOf([folder, ...parts]);
}

const hashOf = (parts: readonly string[]) => createHash('sha256').update(parts.join('\n')).digest('hex');
