import { z } from 'zod';
import { languageCode, toSize } from '../directory/list-filter.ts';
import { hashOfKey, parsePageAddress } from '../directory/page-address.ts';
import { type DomainState, domainStateSchema, instantSchema } from '../directory/state.ts';
import { TOPICS_VERSION } from '../directory/topics.ts';
import type { ChangeSummary } from '../directory/version.ts';
import type { Judgement, Observation, ScopedFiles } from '../directory/visit.ts';
import { documentWords } from '../search/document-words.ts';
import { writeLinks } from '../search/file-links.ts';
import type { SearchText } from '../search/search-text.ts';
import { WORDS_VERSION } from '../search/words.ts';
import type { Call, Clock } from './client.ts';
import { packText } from './packed-text.ts';
import type { SearchWordStore } from './search-words.ts';
import { type FileOfVisit, listSectionNames, storedFile } from './stored-file.ts';
import { findVersion } from './versions.ts';

const leasedDomainSchema = z.object({
  state: domainStateSchema,
  /** Fencing token of the lease. An older token is refused. */
  lease: z.string(),
  attempts: z.int(),
});
export type LeasedDomain = z.infer<typeof leasedDomainSchema>;

const plannedVisitSchema = z.object({
  state: domainStateSchema,
  /** Time at which the domain is due or its lease ends. Null if the domain may not be visited. */
  due_at: instantSchema.nullable(),
  /** Holder of the lease. */
  worker: z.string().nullable(),
});
export type PlannedVisit = z.infer<typeof plannedVisitSchema>;

/** Visit to store. If `nested`, `twins`, `agents` or a source of `scopedFiles` is absent, the stored value stays. */
export interface AppliedVisit
  extends FileOfVisit,
    Omit<Judgement, 'failed'>,
    Pick<Observation, 'nested' | 'scopedFiles' | 'twins' | 'agents'> {
  readonly lease: string;
  readonly run: string;
  /** True to store the visit when the run settles, because a valid domain failed. */
  readonly hold: boolean;
  /** Changes from the previous text to this text. Null or absent if unknown. */
  readonly changes?: ChangeSummary | null;
  /** Search words of the text. If they are absent, the stored words stay. */
  readonly searchText?: SearchText;
}

/**
 * Result of storing a visit. `lost`: another worker has the lease. `stale`: the row changed in the meantime, and the caller must
 * judge again from `state`.
 */
const applyResultSchema = z.discriminatedUnion('result', [
  // `is_indexed` is true if the search words match the record and text.
  z.object({ result: z.literal('applied'), is_indexed: z.boolean() }),
  z.object({ result: z.enum(['held', 'lost']) }),
  z.object({ result: z.literal('stale'), state: domainStateSchema }),
]);
export type ApplyResult =
  | { readonly result: 'applied' | 'held' | 'lost' }
  | { readonly result: 'stale'; readonly state: DomainState };

/** Request for due domains. With `domains`, only these, and without `onlyDue` even if they are not due. */
interface LeaseRequest {
  readonly run: string;
  readonly worker: string;
  readonly limit: number;
  readonly leaseMs: number;
  readonly domains?: readonly string[];
  readonly onlyDue?: boolean;
}

const runReportSchema = z.object({
  visited: z.int(),
  fine: z.int(),
  failed: z.int(),
  /** True if too many domains failed, so that held visits were not applied. */
  broken: z.boolean(),
  settled: z.int(),
});
export type RunReport = z.infer<typeof runReportSchema>;

const crawlMinutesSchema = z.object({
  runs: z.int(),
  /** Minutes from the first to the last heartbeat of each run. */
  minutes: z.int(),
  visited: z.int(),
  /** Last heartbeat of a run that visited a domain or is under way. */
  last_seen_at: instantSchema.nullable(),
});

// Number of visits per settling step. At about 2 ms each, a step stays below the statement timeout.
const SETTLED_PER_CALL = 200;
/** Requested first visit, with the opaque key of the network that registered the domain. */
const requestedVisit = z.object({ domain: z.string(), network: z.string().nullable() });
const settled = runReportSchema.extend({ left: z.int() });

export function createQueueStore(call: Call, clock: Clock, indexSites: SearchWordStore['indexSites']) {
  return {
    openRun: async ({ id, kind }: { readonly id: string; readonly kind: 'scheduled' | 'on-demand' }) => {
      await call('open_run', { id, kind, ...clock() }, z.object({ id: z.string() }));
    },
    lease: ({ run, worker, limit, leaseMs, domains, onlyDue = false }: LeaseRequest) => {
      const which = { only_domains: domains ?? null, only_due: onlyDue };
      const args = { run, worker, max_rows: limit, lease_ms: leaseMs, ...which, ...clock() };
      return call('lease_domains', args, z.array(leasedDomainSchema));
    },
    extendLeases: (leases: readonly string[], leaseMs: number) =>
      call('extend_leases', { leases, lease_ms: leaseMs, ...clock() }, z.int()),
    /** Sends a heartbeat. Domains of a run without heartbeats go to other runs. */
    touchRun: async (run: string) => {
      await call('touch_run', { run, ...clock() }, z.boolean());
    },
    requestVisits: async (domains: readonly string[]) => {
      await call('request_visits', { domains, ...clock() }, z.int());
    },
    /** Lists due domains without a lease whose visit was requested. The oldest request of each network comes first. */
    listRequestedVisits: (limit: number) =>
      call('list_requested_visits', { max_rows: limit, ...clock() }, z.array(requestedVisit)),
    apply: async (applied: AppliedVisit): Promise<ApplyResult> => {
      const result = await call('apply_visit', { visit: storedVisit(applied), ...clock() }, applyResultSchema);
      if (result.result !== 'applied') return result;
      // Index the site, because the record changed without a new read of the text.
      if (!result.is_indexed) await indexSites([applied.next.domain]);
      return { result: 'applied' };
    },
    release: async (lease: string, dueAt: string) => {
      await call('release_lease', { lease, due_at: dueAt }, z.boolean());
    },
    /** Ends a run. Applies held visits. Drops held visits if more than 5 % and at least 20 valid domains failed. */
    settleRun: async (run: string) => {
      for (;;) {
        const { left, ...report } = await call('settle_run', { run, max_rows: SETTLED_PER_CALL, ...clock() }, settled);
        if (left === 0) return report;
      }
    },
    /** Returns the next visit of a domain, or null for an untracked domain. */
    getPlannedVisit: (domain: string) => call('get_planned_visit', { domain }, plannedVisitSchema.nullable()),
    countDue: () => call('count_due', clock(), z.int()),
    /** Returns the minutes of scheduled crawls in the last 30 days. */
    countCrawlMinutes: () => call('count_crawl_minutes', clock(), crawlMinutesSchema),
  };
}

function storedVisit(applied: AppliedVisit) {
  const { dueAt, searchText, scopedFiles, changes = null, preview, ...rest } = applied;
  const { findings: _, quality: __, isBorrowed: ___, ...visit } = rest;
  const { text, next } = visit;
  const version = text && preview && findVersion(text, preview, next);
  return {
    ...visit,
    ...storedFile(applied),
    text: text && { hash: text.hash, packed: packText(text.body) },
    next: {
      ...next,
      language_code: languageCode(next.language),
      size_class: toSize(next.links),
      ...(preview && { section_names: listSectionNames(preview) }),
    },
    ...(searchText && { words: documentWords(next, searchText), words_version: WORDS_VERSION }),
    ...(version && { version: { ...version, changes } }),
    ...(scopedFiles && { scoped_files: storedFiles(scopedFiles) }),
    topics_version: TOPICS_VERSION,
    due_at: dueAt,
  };
}

function storedFiles(files: ScopedFiles) {
  return Object.fromEntries(
    Object.entries(files).map(([source, some]) => [
      source,
      some.map((file) => {
        if (file.links === null) return { url: file.url };
        const { url, title, links } = file;
        const pages = links.map((link) => hashOfKey(parsePageAddress(link.url)?.key ?? link.url));
        return { url, title, links: writeLinks(links), pages };
      }),
    ]),
  );
}
