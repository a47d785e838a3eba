import type { z } from 'zod';
import type { ErrorCode } from '../../src/directory/errors.ts';
import { checkSite } from '../../src/operations/check-site.ts';
import type { OperationContext } from '../../src/operations/context.ts';
import { generateDraft } from '../../src/operations/generate-draft.ts';
import { getDomain } from '../../src/operations/get-domain.ts';
import { getMap } from '../../src/operations/get-map.ts';
import { getPage } from '../../src/operations/get-page.ts';
import { getSiteStats } from '../../src/operations/get-site-stats.ts';
import { getStats } from '../../src/operations/get-stats.ts';
import { getVerification } from '../../src/operations/get-verification.ts';
import { listDomains } from '../../src/operations/list-domains.ts';
import { listRules } from '../../src/operations/list-rules.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { readText } from '../../src/operations/read-text.ts';
import { recrawlSite } from '../../src/operations/recrawl-site.ts';
import { registerSite } from '../../src/operations/register-site.ts';
import { searchDomains } from '../../src/operations/search-domains.ts';
import { testNotification } from '../../src/operations/test-notification.ts';
import { updateSite } from '../../src/operations/update-site.ts';
import { verifySite } from '../../src/operations/verify-site.ts';
import type { Fields } from './answer.ts';
import type { Caching } from './caching.ts';
import type { QuotaGroup } from './limiter.ts';

/** How an operation is reached over HTTP. What it takes and gives is the operation's own. */
interface RouteOptions<Output> {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** With `{name}` for a member of the input that is a path segment. */
  readonly path: string;
  readonly quota: QuotaGroup;
  /** The input, but for the path's members, is a JSON body; without it, a body is not read. */
  readonly takesBody?: true;
  /** Null: the answer is for this client alone, or a change; nobody stores it. */
  readonly caching: Caching | null;
  /** How long this process gives the same answer without asking the store; 0: never. */
  readonly keepMs: number;
  /** The answer counts as a lookup of its domain. */
  readonly countsLookup?: true;
  readonly vary?: string;
  /** Further representations, which the site answers. */
  readonly alsoAs?: readonly string[];
  /** Reports its progress to who accepts `text/event-stream`. */
  readonly streams?: true;
  /** Successful statuses and what they mean, the usual one first. */
  readonly success: Readonly<Record<number, string>>;
  /** Codes that this route may answer with beside those that every route may. */
  readonly errors: readonly ErrorCode[];
  /** Status and fields of a successful answer, where they depend on it; 200 otherwise. */
  respond?(output: Output): { readonly status: number; readonly headers: Fields };
}

export interface Route extends RouteOptions<unknown> {
  readonly operation: Operation<OperationContext, z.ZodType, z.ZodType>;
}

function route<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<OperationContext, Input, Output>,
  options: RouteOptions<z.output<Output>>,
): Route {
  return { operation, ...options };
}

/** Facts that a crawl changes a few times a day: a minute old is fresh. */
const FACTS: Caching = { maxAgeS: 60, staleS: 600 };
/** Counts per country move slower still. */
const SLOW: Caching = { maxAgeS: 300, staleS: 3_600 };

/** A popular record is read from the store once in this time. Changes made by this process show at once. */
const KEEP_RECORD_MS = 5_000;
/** Lists and counts: short, because changes made by other processes show only after it. */
const KEEP_LIST_MS = 2_000;
/** The map carries its time of making, which should not move with every request. */
const KEEP_MAP_MS = 30_000;

/** The result of a visit, for as long as a repeat would answer the same one anyway. */
const VISIT: Caching = { maxAgeS: 60, staleS: 60 };

/** What any route may answer with, whatever it does. */
export const COMMON_ERRORS: readonly ErrorCode[] = ['not_acceptable', 'rate.limited', 'internal'];

/** What any route of an owner may answer with. */
const OWNER_ERRORS: readonly ErrorCode[] = [
  'key.missing',
  'key.invalid',
  'key.forbidden',
  'domain.invalid',
  'domain.unknown',
  'store.unavailable',
];

/** Every route of the API. */
export const ROUTES: readonly Route[] = [
  route(getStats, {
    method: 'GET',
    path: '/v1/stats',
    quota: 'read',
    caching: FACTS,
    keepMs: KEEP_LIST_MS,
    success: { 200: 'Directory-wide counts.' },
    errors: ['store.unavailable'],
  }),
  route(listDomains, {
    method: 'GET',
    path: '/v1/domains',
    quota: 'read',
    caching: FACTS,
    keepMs: KEEP_LIST_MS,
    success: { 200: 'A page of domains; empty past the end.' },
    errors: ['request.invalid', 'store.unavailable'],
  }),
  route(searchDomains, {
    method: 'GET',
    path: '/v1/search',
    quota: 'read',
    caching: FACTS,
    keepMs: KEEP_LIST_MS,
    success: { 200: 'A page of matching domains; empty past the end.' },
    errors: ['request.invalid', 'store.unavailable'],
  }),
  route(getDomain, {
    method: 'GET',
    path: '/v1/domain/{domain}',
    quota: 'read',
    caching: FACTS,
    keepMs: KEEP_RECORD_MS,
    countsLookup: true,
    success: { 200: 'The record of the domain.' },
    errors: ['domain.invalid', 'domain.unknown', 'store.unavailable'],
  }),
  route(registerSite, {
    method: 'POST',
    path: '/v1/sites',
    quota: 'register',
    takesBody: true,
    caching: null,
    keepMs: 0,
    success: { 200: 'The domain is tracked already.', 202: 'The domain has been added and its crawl queued.' },
    errors: ['request.invalid', 'domain.invalid', 'request.too_large', 'media.unsupported', 'store.unavailable'],
    respond: (output) =>
      output.queued ? { status: 202, headers: { location: output.lookup } } : { status: 200, headers: {} },
  }),
  route(getVerification, {
    method: 'GET',
    path: '/v1/sites/{domain}/verification',
    quota: 'read',
    caching: null,
    keepMs: 0,
    success: { 200: 'The caller’s proof token and the four ways to publish it.' },
    errors: ['domain.invalid', 'domain.unknown', 'store.unavailable'],
  }),
  route(verifySite, {
    method: 'POST',
    path: '/v1/sites/{domain}/verify',
    quota: 'verify',
    caching: null,
    keepMs: 0,
    success: { 200: 'The domain is verified; the key is shown this once.' },
    errors: ['request.invalid', 'domain.invalid', 'domain.unknown', 'proof.not_found', 'store.unavailable'],
  }),
  route(updateSite, {
    method: 'PATCH',
    path: '/v1/sites/{domain}',
    quota: 'read',
    takesBody: true,
    caching: null,
    keepMs: 0,
    success: { 200: 'The record after the change.' },
    errors: [...OWNER_ERRORS, 'request.invalid', 'request.too_large', 'media.unsupported'],
  }),
  route(getSiteStats, {
    method: 'GET',
    path: '/v1/sites/{domain}/stats',
    quota: 'read',
    caching: null,
    keepMs: 0,
    success: { 200: 'The owner’s numbers.' },
    errors: OWNER_ERRORS,
  }),
  route(recrawlSite, {
    method: 'POST',
    path: '/v1/sites/{domain}/recrawl',
    quota: 'read',
    caching: null,
    keepMs: 0,
    success: { 200: 'The record after the visit.' },
    errors: [...OWNER_ERRORS, 'recrawl.too_soon', 'site.timeout'],
  }),
  route(testNotification, {
    method: 'POST',
    path: '/v1/sites/{domain}/notify/test',
    quota: 'read',
    caching: null,
    keepMs: 0,
    success: { 200: 'One outcome for each configured channel.' },
    errors: [...OWNER_ERRORS, 'notifications.unconfigured'],
  }),
  route(getMap, {
    method: 'GET',
    path: '/v1/map',
    quota: 'read',
    caching: SLOW,
    keepMs: KEEP_MAP_MS,
    success: { 200: 'Counts per country.' },
    errors: ['store.unavailable'],
  }),
  route(checkSite, {
    method: 'GET',
    path: '/v1/check/{domain}',
    quota: 'fetch',
    caching: VISIT,
    keepMs: 0,
    streams: true,
    vary: 'Accept',
    success: { 200: 'What was found, how to fix it, and what an agent would see.' },
    errors: ['domain.invalid', 'site.unreachable', 'site.timeout', 'service.busy'],
  }),
  route(generateDraft, {
    method: 'GET',
    path: '/v1/generate/{domain}',
    quota: 'fetch',
    caching: VISIT,
    keepMs: 0,
    streams: true,
    vary: 'Accept',
    success: { 200: 'The draft.' },
    errors: ['domain.invalid', 'site.unreachable', 'site.timeout', 'service.busy'],
  }),
  route(readText, {
    method: 'GET',
    path: '/v1/read/{domain}',
    quota: 'read',
    caching: FACTS,
    keepMs: KEEP_LIST_MS,
    success: { 200: 'A page of the stored text, and the sections of the file.' },
    errors: ['request.invalid', 'domain.invalid', 'domain.unknown', 'text.unavailable', 'store.unavailable'],
  }),
  route(listRules, {
    method: 'GET',
    path: '/v1/rules',
    quota: 'read',
    caching: SLOW,
    keepMs: KEEP_MAP_MS,
    success: { 200: 'The rules, in the order of findings.' },
    errors: [],
  }),
  route(getPage, {
    method: 'GET',
    path: '/domain/{domain}',
    quota: 'read',
    caching: FACTS,
    keepMs: KEEP_RECORD_MS,
    countsLookup: true,
    vary: 'Accept',
    alsoAs: ['text/html', 'text/markdown'],
    success: { 200: 'The page of the domain, in the representation that `Accept` asks for.' },
    errors: ['domain.invalid', 'domain.unknown', 'store.unavailable'],
  }),
];
