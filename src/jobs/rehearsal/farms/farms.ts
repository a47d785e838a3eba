import { judge } from '../../../crawl/steps/judge.ts';
import { inspectFile } from '../../../crawl/visit/inspect-file.ts';
import { DAY_MS } from '../../../directory/duration.ts';
import { newDomain } from '../../../directory/new-domain.ts';
import { FRESH_DAYS } from '../../../directory/scoring/freshness.ts';
import type { DomainState } from '../../../directory/state.ts';
import type { Observation } from '../../../directory/visit.ts';
import { writeEmptyWords, writeGoodFile, writeLinkingFile } from './farm-file.ts';

/** Sites that someone makes to get the tier `featured`. All names of a farm are equal. */
interface Farm {
  readonly id: string;
  readonly way: string;
  readonly names: number;
  readonly proven: boolean;
  domainAt(index: number): string;
  /** Years since the registration of the name, or null if no registry has it. */
  readonly years: number | null;
  readonly rank?: number;
  /** Domain of the redirect target, whose file is served. */
  readonly redirectsTo?: string;
  write(domain: string, others: readonly string[]): string;
}

export type FarmCost = ReturnType<typeof simulateFarm>;

/** Simulated days of a farm. */
export const FARM_DAYS = 365;
const START = Date.UTC(2026, 0, 1);
const YEAR_DAYS = 365.25;
/** Number of names of a farm that link to each other. */
const LINKING = 100;

const bought = (index: number) => `boathouse-${index}.com`;
const free = (index: number) => `boathouse-${index}.pages.dev`;
const one = { names: 1, domainAt: bought, years: 0, write: writeGoodFile };
const linking = { names: LINKING, domainAt: bought, years: 0, write: writeLinkingFile };
const withAndWithoutProof = (id: string, way: string, farm: Omit<Farm, 'id' | 'way' | 'proven'>): readonly Farm[] => [
  { ...farm, id, way, proven: false },
  { ...farm, id: `${id}-proven`, way, proven: true },
];

const FARMS: readonly Farm[] = [
  ...withAndWithoutProof('free', 'a free subdomain', { ...one, domainAt: free, years: null }),
  ...withAndWithoutProof('new', 'a new name', one),
  ...withAndWithoutProof('aged', 'a name of ten years', { ...one, years: 10 }),
  ...withAndWithoutProof('ranked', 'a new name with rank 100,000', { ...one, rank: 100_000 }),
  ...withAndWithoutProof('aged-ranked', 'a name of ten years with rank 10,000', { ...one, years: 10, rank: 10_000 }),
  ...withAndWithoutProof('linking', `${LINKING} new names that link to one another`, linking),
  ...withAndWithoutProof('free-linking', `${LINKING} free subdomains that link to one another`, {
    ...linking,
    domainAt: free,
    years: null,
  }),
  ...withAndWithoutProof('empty-words', 'a name of ten years with words that say nothing', {
    ...one,
    years: 10,
    write: writeEmptyWords,
  }),
  ...withAndWithoutProof('borrowed', 'a name of ten years that redirects to the file of a known site', {
    ...one,
    years: 10,
    redirectsTo: 'well-known-lake.com',
  }),
];

/**
 * Simulates farms with the code that judges visits. Returns the cost of each, with ways to `featured` first, fewest
 * days first. A farm has the best possible file, answers all visits and updates its file before it counts as old.
 */
export function simulateFarms(): readonly FarmCost[] {
  const days = ({ days }: FarmCost) => days ?? Number.POSITIVE_INFINITY;
  return FARMS.map(simulateFarm).toSorted(
    (a, b) => Math.sign(days(a) - days(b)) || a.names - b.names || b.authority - a.authority,
  );
}

function simulateFarm(farm: Farm) {
  const domains = Array.from({ length: farm.names }, (_, index) => farm.domainAt(index + 1));
  const [domain = ''] = domains;
  const text = farm.write(farm.redirectsTo ?? domain, domains.slice(1));
  const first = observe(farm, domain, text);
  let state = firstState(farm, domain);
  let authority = 0;
  let versions = 0;
  let days: number | null = null;
  for (let day = 0; day <= FARM_DAYS && days === null; day++) {
    const isNew = day % FRESH_DAYS === 0;
    if (isNew) versions += 1;
    state = visit(state, { ...first, contentHash: `version ${versions}`, notModified: !isNew }, day);
    authority = Math.max(authority, state.authority ?? 0);
    if (state.tier === 'featured') days = day;
  }
  return {
    id: farm.id,
    way: farm.way,
    names: farm.names,
    proofs: farm.proven ? farm.names : 0,
    /** Bytes of all texts that the farm publishes until it is featured or the simulation ends. */
    bytes: Buffer.byteLength(text) * farm.names * versions,
    quality: state.components.quality ?? 0,
    /** Days from the first visit to the tier `featured`, or null if the farm does not reach it. */
    days,
    authority,
  };
}

function firstState({ proven, years, rank }: Farm, domain: string): DomainState {
  const at = new Date(START).toISOString();
  return {
    ...newDomain(domain, at),
    verified: proven,
    verified_at: proven ? at : null,
    rank: rank ?? null,
    registered_at: years === null ? null : new Date(START - years * YEAR_DAYS * DAY_MS).toISOString(),
  };
}

/** Creates the visit with the best results for a farm. */
function observe({ redirectsTo }: Farm, domain: string, body: string): Omit<Observation, 'at'> {
  const url = `https://${domain}/llms.txt`;
  const finalUrl = `https://${redirectsTo ?? domain}/llms.txt`;
  return {
    domain,
    durationMs: 0,
    response: {
      url,
      finalUrl,
      chain: [...new Set([url, finalUrl])],
      status: 200,
      failure: null,
      headers: {},
      truncated: false,
      plainHttp: false,
    },
    notModified: false,
    inspection: inspectFile({ domain, input: { body, url: finalUrl } }),
    contentHash: null,
    homepage: null,
    fullFile: null,
    robots: 'allowed',
    addressCountry: null,
    retryAfterMs: null,
  };
}

function visit(state: DomainState, observation: Omit<Observation, 'at'>, day: number): DomainState {
  const now = START + day * DAY_MS;
  const { notModified, inspection } = observation;
  const storedObservation = {
    ...observation,
    at: new Date(now).toISOString(),
    inspection: notModified ? null : inspection,
  };
  return judge(state, storedObservation, { now, random: () => 0.5 }).next;
}
