import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { gatherLookups } from './batch-lookups.ts';
import {
  applyRow,
  changesRow,
  claimedRow,
  countryRow,
  detailRow,
  driftRow,
  factsRow,
  pageRow,
  quotasRow,
  settledRow,
  statsRow,
  tagRow,
  textRow,
  trackedRow,
} from './rows.ts';
import { storable } from './storable.ts';
import { type DomainPage, type Store, StoreError, type StoreErrorKind } from './store.ts';
import { createBackupStore } from './supabase-backup.ts';
import { createModerationStore } from './supabase-moderation.ts';
import { type Call, createOwnershipStore } from './supabase-ownership.ts';
import { createRankingStore } from './supabase-ranking.ts';
import { createRegistrationStore } from './supabase-registration.ts';
import { createSurveyStore } from './supabase-survey.ts';

export interface SupabaseAccess {
  readonly url: string;
  readonly key: string;
  /** Where the requests go; the network when absent. */
  readonly fetch?: typeof fetch;
  /** Clock of the queue; the database's own when absent, which is what several machines agree on. */
  readonly now?: () => number;
  readonly close?: () => Promise<void>;
  /** Tests have less patience. */
  readonly readWithinMs?: number;
}

// The Data API of a hosted project stops a statement after 8 s; longer silence is a dead network.
const ANSWER_WITHIN_MS = 30_000;
// Somebody waits for what a request reads, and it takes milliseconds at a million domains: then the store hangs, and who asks should
// be told so while he still waits. Below the 8 s, so that a statement that is stopped there was given up before.
const READ_WITHIN_MS = 5_000;
// Steps of settling: at about 2 ms a visit, well below the statement timeout.
const SETTLED_PER_CALL = 200;
// Domains read per call when terms are learned: about a second, in which the embedded database answers nothing else.
const LEARNED_PER_CALL = 200_000;
// Names per call when tracking: about 1 s on the slowest database that was measured.
const TRACKED_PER_CALL = 2_000;

// Made once: a schema costs more to make than to use.
const knownRow = factsRow.nullable();
const knownRows = z.array(factsRow);
const details = z.array(detailRow);

/** The store behind a Data API: one operation is one rpc, every row is parsed, every failure is a `StoreError`. */
export function createStore(access: SupabaseAccess): Store {
  const { url, key, fetch: send, now, close, readWithinMs = READ_WITHIN_MS } = access;
  const client = connect(url, key, send);
  const at = () => (now === undefined ? null : new Date(now()).toISOString());

  const ask = async <Row extends z.ZodType>(
    name: string,
    args: object,
    row: Row,
    withinMs: number,
  ): Promise<z.output<Row>> => {
    const answer = await post(client, name, storable(args), withinMs);
    const parsed = row.safeParse(answer);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new StoreError('broken', `${name} answered what nobody expects: ${issue?.path.join('.')} ${issue?.message}`);
  };
  const call: Call = (name, args, row) => ask(name, args, row, ANSWER_WITHIN_MS);
  const read: Call = (name, args, row) => ask(name, args, row, readWithinMs);
  const ownership = createOwnershipStore(call, read, at);
  const lookup = gatherLookups(async (domains) => {
    const [domain] = domains;
    if (domains.length === 1) return [await read('lookup_domain', { domain }, knownRow)];
    const found = new Map((await read('lookup_domains', { domains }, knownRows)).map((facts) => [facts.domain, facts]));
    return domains.map((asked) => found.get(asked) ?? null);
  });
  const page = async (name: string, args: object): Promise<DomainPage> => {
    const { total, total_is_estimate, results } = await read(name, args, pageRow);
    return { total, totalIsEstimate: total_is_estimate, results };
  };

  return {
    ...ownership,
    ...createRankingStore(call, at),
    ...createBackupStore(call, at),
    ...createModerationStore(call, at),
    ...createRegistrationStore(call, at),
    ...createSurveyStore(call),
    lookup,
    list: ({ page: number, perPage, includeUnlisted, verified }) =>
      page('list_domains', { page: number, per_page: perPage, include_unlisted: includeUnlisted, verified }),
    search: ({ q, page: number, perPage, includeUnlisted, verified }) =>
      page('search_domains', { q, page: number, per_page: perPage, include_unlisted: includeUnlisted, verified }),
    stats: () => read('get_stats', {}, statsRow),
    countries: () => read('count_countries', {}, z.array(countryRow)),
    getDetail: async (domain) => (await read('get_details', { domains: [domain] }, details))[0] ?? null,
    getDetails: (domains) => call('get_details', { domains }, details),
    getText: (domain) => read('get_text', { domain }, textRow.nullable()),
    listTags: () => call('list_tags', {}, z.array(tagRow)),
    listChanges: (cursor, limit) => call('list_changes', { after: cursor, max_rows: limit }, changesRow),

    track: async (domains) => {
      let added = 0;
      let known = 0;
      const names = [...new Set(domains)];
      for (let from = 0; from < names.length; from += TRACKED_PER_CALL) {
        const part = { domains: names.slice(from, from + TRACKED_PER_CALL), at: at() };
        const counted = await call('track_domains', part, trackedRow);
        added += counted.added;
        known += counted.known;
      }
      return { added, known };
    },
    openRun: async ({ id, kind }) => {
      await call('open_run', { id, kind, at: at() }, z.object({ id: z.string() }));
    },
    lease: ({ run, worker, limit, leaseMs, domains }) =>
      call(
        'claim_domains',
        { run, worker, max_rows: limit, lease_ms: leaseMs, only_domains: domains ?? null, at: at() },
        z.array(claimedRow),
      ),
    extendLeases: (leases, leaseMs) => call('extend_leases', { leases, lease_ms: leaseMs, at: at() }, z.int()),
    touchRun: async (run) => {
      await call('touch_run', { run, at: at() }, z.boolean());
    },
    requestVisits: async (domains) => {
      await call('ask_visits', { domains, at: at() }, z.int());
    },
    listRequestedVisits: (limit) => call('list_asked', { max_rows: limit, at: at() }, z.array(z.string())),
    apply: (visit) => {
      const { dueAt, ...rest } = visit;
      const row = { ...rest, due_at: dueAt };
      return call('apply_visit', { visit: row, at: at() }, applyRow);
    },
    release: async (lease, dueAt) => {
      await call('release_lease', { lease, due_at: dueAt }, z.boolean());
    },
    settleRun: async (run) => {
      for (;;) {
        const { left, ...report } = await call('settle_run', { run, max_rows: SETTLED_PER_CALL, at: at() }, settledRow);
        if (left > 0) continue;
        // What the visits have brought may have made terms common, and searches for those need bitmaps.
        while ((await call('learn_terms', { max_rows: LEARNED_PER_CALL }, z.int())) > 0);
        return report;
      }
    },
    countDue: () => call('count_due', { at: at() }, z.int()),
    setOwners: async (owners) => {
      await call('set_owners', { owners, at: at() }, z.int());
    },
    setFacts: async (facts) => {
      await call('set_facts', { facts, at: at() }, z.int());
    },
    countLookups: async (counts) => {
      await call('count_lookups', { counts, at: at() }, z.int());
    },
    takeQuotas: async (quotas, client) => {
      const asked = quotas.map(({ name, quota, windowS }) => ({ name, quota, window_s: windowS }));
      const { allowed, standings } = await read('take_quotas', { quotas: asked, client, at: at() }, quotasRow);
      return {
        allowed,
        standings: standings.map(({ name, remaining, reset_s }) => ({ name, remaining, resetS: reset_s })),
      };
    },
    verifyCounters: () => call('count_again', {}, z.array(driftRow)),
    close: async () => {
      await close?.();
    },
  };
}

function connect(url: string, key: string, send: typeof fetch | undefined) {
  return createClient(url, key, {
    db: { schema: 'api' },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: send === undefined ? {} : { fetch: send },
  });
}
type Client = ReturnType<typeof connect>;

/** What PostgREST says when it is the database or the way to it that failed, and not the request. */
const KIND_BY_STATUS: Readonly<Record<number, StoreErrorKind>> = {
  0: 'unavailable',
  401: 'refused',
  403: 'refused',
  404: 'not-found',
  408: 'unavailable',
  409: 'conflict',
  429: 'unavailable',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

async function post(client: Client, name: string, args: unknown, withinMs: number): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    const { data, error, status } = await client.rpc(name, args).abortSignal(AbortSignal.timeout(withinMs));
    if (error === null) return data;
    const code = error.code ?? '';
    // Two writers met in opposite order: the other one went through, and of this call nothing has happened.
    if (code === DEADLOCK && tries < MOST_TRIES) continue;
    const kind = PASSING.test(code)
      ? 'unavailable'
      : (KIND_BY_STATUS[status] ?? (status >= 500 ? 'broken' : 'refused'));
    throw new StoreError(kind, `${name}: ${error.message}${code === '' ? '' : ` (${code})`}`, { cause: error });
  }
}

const DEADLOCK = '40P01';
const MOST_TRIES = 4;
// Deadlock, statement timeout and shutdown, too many connections, lost connection.
const PASSING = /^(40P01|57|53|08)/;
