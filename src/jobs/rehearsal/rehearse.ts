import { QUALITY_VERSION, RULESET_VERSION } from '#llmstxt';
import { SCORE_VERSION } from '../../directory/scoring/authority.ts';
import type { StoredVisit } from '../../store/rehearsal.ts';
import type { Store } from '../../store/store.ts';
import { simulateFarms } from './farms/farms.ts';
import type { RejudgedVisit, RuleChange } from './rejudge.ts';
import { rejudgeInThreads } from './rejudge-threads.ts';
import { addTakenOver, countReusedVerdicts, type ReusedVerdict } from './reused-verdicts.ts';

/** Changes of one rule by the current code. */
export interface RuleTally {
  readonly id: string;
  /** Sites with more and with fewer findings of the rule. */
  more: number;
  fewer: number;
  /** Number of sites whose status or tier the rule changes. */
  statusFlips: number;
  tierFlips: number;
  readonly excerpts: { readonly domain: string; readonly line: number | null; readonly excerpt: string | null }[];
}

export type Rehearsal = ReturnType<typeof newRehearsal>;

const MAX_EXCERPTS = 3;
const MAX_LARGEST = 50;

export type VisitSource = Pick<Store, 'listStoredVisits' | 'countUnjudgedSites'>;

/**
 * Judges every stored text with the current code and reports the changes. Writes nothing. Equal stores give equal
 * results.
 */
export async function rehearse(source: VisitSource): Promise<Rehearsal> {
  const rehearsal = newRehearsal(countReusedVerdicts(await source.countUnjudgedSites()));
  const tallies = new Map<string, RuleTally>();
  for await (const visits of rejudgeInThreads(readVisits(source))) {
    for (const visit of visits) add(rehearsal, tallies, visit);
    keepLargest(rehearsal.largest);
  }
  rehearsal.rules.push(...[...tallies.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  return rehearsal;
}

/** `takenOver` counts sites with a reused verdict, by reason. */
function newRehearsal(takenOver: readonly ReusedVerdict[]) {
  return {
    ruleset: RULESET_VERSION,
    scoreVersion: SCORE_VERSION,
    qualityVersion: QUALITY_VERSION,
    judged: 0,
    /** Number of stored qualities that their version reproduces, that it does not reproduce, and of unknown versions. */
    reproduced: 0,
    unknownVersion: 0,
    notReproduced: [] as { readonly domain: string; readonly stored: number | null; readonly computed: number }[],
    /** Sites with a changed status or tier, by name. */
    flips: [] as RejudgedVisit[],
    /** Number of sites by change of quality: less than −20, −20 to −6, −5 to −1, none, and so on. */
    qualityChanges: Object.fromEntries(CHANGES.map(({ name }) => [name, 0])),
    /** Sites with the largest change of authority. */
    largest: [] as RejudgedVisit[],
    rules: [] as RuleTally[],
    takenOver,
    /** Costs of simulated farms by the same code. */
    farms: simulateFarms(),
  };
}

async function* readVisits(source: VisitSource): AsyncGenerator<readonly StoredVisit[]> {
  let next = source.listStoredVisits(null);
  for (let visits = await next; visits.length > 0; visits = await next) {
    // Read the next batch while this batch is judged.
    next = source.listStoredVisits(visits.at(-1)?.domain ?? null);
    next.catch(() => {});
    yield visits;
  }
}

const CHANGES: readonly { readonly name: string; readonly below: number }[] = [
  { name: 'down by more than 20', below: -20 },
  { name: 'down by 6 to 20', below: -5 },
  { name: 'down by 1 to 5', below: 0 },
  { name: 'unchanged', below: 1 },
  { name: 'up by 1 to 5', below: 6 },
  { name: 'up by 6 to 20', below: 21 },
  { name: 'up by more than 20', below: Number.POSITIVE_INFINITY },
];

function add(rehearsal: Rehearsal, tallies: Map<string, RuleTally>, visit: RejudgedVisit): void {
  const { domain, before, after, standing, reproduced, rules } = visit;
  rehearsal.judged += 1;
  if (standing !== null) addTakenOver(rehearsal.takenOver, standing, 1);
  if (reproduced === null) rehearsal.unknownVersion += 1;
  else if (reproduced === before.quality) rehearsal.reproduced += 1;
  else rehearsal.notReproduced.push({ domain, stored: before.quality, computed: reproduced });
  const change = (after.quality ?? 0) - (before.quality ?? 0);
  const name = CHANGES.find(({ below }) => change < below)?.name ?? 'unchanged';
  rehearsal.qualityChanges[name] = (rehearsal.qualityChanges[name] ?? 0) + 1;
  if (before.status !== after.status || before.tier !== after.tier) rehearsal.flips.push(visit);
  if (before.authority !== after.authority) rehearsal.largest.push(visit);
  for (const rule of rules) addRule(tallies, visit, rule);
}

function addRule(tallies: Map<string, RuleTally>, { domain, before, after }: RejudgedVisit, rule: RuleChange): void {
  const { id, by, line, excerpt } = rule;
  const tally = tallies.get(id) ?? { id, more: 0, fewer: 0, statusFlips: 0, tierFlips: 0, excerpts: [] };
  tallies.set(id, tally);
  if (by > 0) tally.more += 1;
  else tally.fewer += 1;
  if (before.status !== after.status) tally.statusFlips += 1;
  if (before.tier !== after.tier) tally.tierFlips += 1;
  if (tally.excerpts.length < MAX_EXCERPTS) tally.excerpts.push({ domain, line, excerpt });
}

function keepLargest(visits: RejudgedVisit[]): void {
  const by = ({ before, after }: RejudgedVisit) => Math.abs((after.authority ?? 0) - (before.authority ?? 0));
  visits.sort((a, b) => by(b) - by(a) || (a.domain < b.domain ? -1 : 1));
  visits.length = Math.min(visits.length, MAX_LARGEST);
}
