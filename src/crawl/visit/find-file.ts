import { type FetchFailure, isBlockedStatus, isSuccess, type LintInput, type ResponseFacts } from '#llmstxt';
import { registrableDomain } from '../../directory/domain-name.ts';
import { SCORE_VERSION } from '../../directory/scoring/authority.ts';
import type { DomainState } from '../../directory/state.ts';
import type { Inspection } from '../../directory/visit.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchResult } from '../../fetch/net.ts';
import { hashOf } from './hash-of.ts';
import type { FirstLook } from './inspect-file.ts';
import type { LinksToCheck } from './links-to-check.ts';
import type { Permission, VisitClient } from './visit-client.ts';

/** One place where the file may be, and what was there. */
export interface FileResult {
  /** The response that decided: for the file, or for the robots.txt that forbids it. */
  readonly result: FetchResult;
  readonly response: ResponseFacts;
  readonly robots: Permission['robots'];
  readonly notModified: boolean;
  /** Where a valid file links to. */
  readonly links: LinksToCheck | null;
  /** What is wrong with a file that is not valid, or with the response; null where there is nothing to judge. */
  readonly inspection: Inspection | null;
  readonly hash: string | null;
}

interface FindTools {
  readonly client: VisitClient;
  /** Judges what came. */
  readonly look: (input: LintInput) => Promise<FirstLook>;
}

const ACCEPT = 'text/plain, text/markdown;q=0.9, */*;q=0.1';
/** No connection came about: another name of the site may still answer. */
const UNREACHED: ReadonlySet<FetchFailure> = new Set(['dns', 'connect', 'tls']);

const FORBIDDING: ReadonlySet<FileResult['robots']> = new Set(['disallowed', 'opt-out', 'unknown']);

/**
 * Looks for the file: `https://<domain>/`, `https://www.<domain>/`, the owner's nested files; plain http only where https cannot connect.
 * The first valid file wins. Without one the response of the domain itself counts, unless only `www.` has answered at all.
 * @param conditional let the server say that nothing has changed
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

/** The owner's nested files that may be requested: https, on the same registrable domain. */
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
  const response = factsOf(result);
  const notModified = result.status === 304 && Object.keys(validators).length > 0;
  return {
    result,
    response,
    robots: permission.robots,
    notModified,
    ...(notModified
      ? { links: null, inspection: null }
      : await look({ body: bodyOf(result), response, url: result.finalUrl })),
    hash: result.status !== null && isSuccess(result.status) ? hashOf(result.body) : null,
  };
}

async function forbidden(
  { result, robots }: Extract<Permission, { readonly result: FetchResult }>,
  look: FindTools['look'],
): Promise<FileResult> {
  const response = factsOf(result);
  // A robots.txt that could not be read is a network failure of the site and reported as one.
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

/** The fields that ask for a file only if it has changed. Validators belong to one address, to the content that was judged valid there, and to the rules that judged it. */
export function validatorsFor(state: DomainState, url: string): Readonly<Record<string, string>> {
  if (state.llms_txt !== url || state.status !== 'valid' || state.score_version !== SCORE_VERSION) return {};
  return {
    ...(state.etag && { 'if-none-match': state.etag }),
    ...(state.last_modified && { 'if-modified-since': state.last_modified }),
  };
}

/** A valid file, or the response that it has not changed. */
export function isFound({ notModified, links }: FileResult): boolean {
  return notModified || links !== null;
}
function isUnreached({ response }: FileResult): boolean {
  return response.failure !== null && UNREACHED.has(response.failure);
}
/** Nothing further is requested from a site that responded with a file, a refusal, a prohibition or an error of its own. */
function isFinal(result: FileResult): boolean {
  const { status, failure } = result.response;
  if (isUnreached(result)) return false;
  if (isFound(result) || FORBIDDING.has(result.robots) || failure !== null || status === null) return true;
  return status >= 500 || isBlockedStatus(status);
}

export function bodyOf(result: FetchResult): Uint8Array | null {
  return result.status === null ? null : result.body;
}

export function factsOf(result: FetchResult): ResponseFacts {
  const { url, finalUrl, chain, status, failure, headers, truncated } = result;
  return { url, finalUrl, chain, status, failure, headers, truncated, plainHttp: finalUrl.startsWith('http:') };
}
