import { type FetchFailure, isBlockedStatus, isSuccess, type LintInput, type ResponseFacts } from '#llmstxt';
import { isOnSite, registrableDomain } from '../../directory/domain-name.ts';
import { SCORE_VERSION } from '../../directory/scoring/authority.ts';
import type { DomainState } from '../../directory/state.ts';
import type { Inspection } from '../../directory/visit.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchResult } from '../../fetch/net.ts';
import { computeHash } from './compute-hash.ts';
import type { FirstLook } from './inspect-file.ts';
import type { LinksToCheck } from './links-to-check.ts';
import type { Permission, VisitClient } from './visit-client.ts';

/** Possible URL of the file with its response. */
export interface FileResult {
  /** Response that decides: of the file, or of the robots.txt that disallows the file. */
  readonly result: FetchResult;
  readonly response: ResponseFacts;
  readonly robots: Permission['robots'];
  readonly notModified: boolean;
  /** Links of a valid file. */
  readonly links: LinksToCheck | null;
  /** Findings of an invalid file or response, or null. */
  readonly inspection: Inspection | null;
  readonly hash: string | null;
}

interface FindTools {
  readonly client: VisitClient;
  readonly look: (input: LintInput) => Promise<FirstLook>;
}

const ACCEPT = 'text/plain, text/markdown;q=0.9, */*;q=0.1';
/** Failures without a connection. Another name of the site may answer. */
const UNREACHED: ReadonlySet<FetchFailure> = new Set(['dns', 'connect', 'tls']);

const FORBIDDING: ReadonlySet<FileResult['robots']> = new Set(['disallowed', 'opt-out', 'unknown']);

/**
 * Looks for the file: `https://<domain>/`, `https://www.<domain>/`, the owner's nested files. Uses http only if https
 * cannot connect. The first valid file wins. Without a valid file, the domain's response counts, or the response of
 * `www.` if only `www.` responds.
 * @param conditional sends validators, so that the server may answer 304
 */
export async function findFile(state: DomainState, tools: FindTools, conditional: boolean): Promise<FileResult> {
  const { domain } = state;
  const read = (url: string) => readFile(url, tools, conditional ? validatorsFor(state, url) : {});
  const apex = await read(`https://${domain}/llms.txt`);
  if (isFinal(apex)) return apex;
  let best = apex;
  if (!domain.startsWith('www.')) {
    const www = await read(`https://www.${domain}/llms.txt`);
    if (isFound(www)) return www;
    if (isUnreached(apex) && !isUnreached(www)) best = www;
  }
  if (best.response.failure === 'connect') {
    const plain = await read(`http://${domain}/llms.txt`);
    if (plain.result.status !== null) best = plain;
  }
  if (isUnreached(best) || isFound(best)) return best;
  for (const url of nestedFiles(state)) {
    const nested = await read(url);
    if (isFound(nested)) return nested;
  }
  return best;
}

/** Lists the owner's nested files that may be requested: https, on the same registrable domain. */
export function nestedFiles({ domain, nested_llms_txt }: DomainState): readonly string[] {
  return nested_llms_txt.filter((text) => {
    const url = URL.parse(text);
    return url?.protocol === 'https:' && registrableDomain(url.hostname) === registrableDomain(domain);
  });
}

async function readFile(
  url: string,
  { client, look }: FindTools,
  validators: Readonly<Record<string, string>>,
): Promise<FileResult> {
  const permission = await client.permissionFor(url);
  if ('result' in permission) return await forbidden(permission, look);
  const result = await client.get(url, LIMITS.llmsTxt, { accept: ACCEPT, ...validators });
  const response = toResponseFacts(result);
  // A redirect to another domain drops the validators, so its 304 is not about the stored file.
  const isConditional = Object.keys(validators).length > 0 && isOnSite(result.finalUrl, new URL(url).hostname);
  const notModified = result.status === 304 && isConditional;
  return {
    result,
    response,
    robots: permission.robots,
    notModified,
    ...(notModified
      ? { links: null, inspection: null }
      : await look({ body: findBody(result), response, url: result.finalUrl })),
    hash: result.status !== null && isSuccess(result.status) ? computeHash(result.body) : null,
  };
}

async function forbidden(
  { result, robots }: Extract<Permission, { readonly result: FetchResult }>,
  look: FindTools['look'],
): Promise<FileResult> {
  const response = toResponseFacts(result);
  // Report an unreadable robots.txt as a network failure.
  const judged = robots === 'unknown' ? await look({ body: null, response, url: result.finalUrl }) : null;
  return {
    result,
    response,
    robots,
    notModified: false,
    links: null,
    inspection: judged?.inspection ?? null,
    hash: null,
  };
}

/**
 * Returns the fields of a conditional request. Validators count for one URL, its content that was judged valid, and
 * the rules that judged it. Validators of another domain do not count.
 */
export function validatorsFor(state: DomainState, url: string): Readonly<Record<string, string>> {
  if (state.llms_txt !== url || state.status !== 'valid' || state.score_version !== SCORE_VERSION) return {};
  if (state.cross_domain_redirect) return {};
  return {
    ...(state.etag && { 'if-none-match': state.etag }),
    ...(state.last_modified && { 'if-modified-since': state.last_modified }),
  };
}

/** Reports a valid file or a 304. */
export function isFound({ notModified, links }: FileResult): boolean {
  return notModified || links !== null;
}
function isUnreached({ response }: FileResult): boolean {
  return response.failure !== null && UNREACHED.has(response.failure);
}
/** Reports whether to stop, because the site responded with a file, a refusal, a disallow rule or an error. */
function isFinal(result: FileResult): boolean {
  const { status, failure } = result.response;
  if (isUnreached(result)) return false;
  if (isFound(result) || FORBIDDING.has(result.robots) || failure !== null || status === null) return true;
  return status >= 500 || isBlockedStatus(status);
}

export function findBody(result: FetchResult): Uint8Array | null {
  return result.status === null ? null : result.body;
}

export function toResponseFacts(result: FetchResult): ResponseFacts {
  const { url, finalUrl, chain, status, failure, headers, truncated } = result;
  return { url, finalUrl, chain, status, failure, headers, truncated, plainHttp: finalUrl.startsWith('http:') };
}
