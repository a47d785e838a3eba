import {
  decodeBody,
  decodePage,
  detectBodyKind,
  type FullFileFacts,
  isChallenge,
  isGone,
  isParkedPage,
  type LinkCheck,
  type LintInput,
} from '#llmstxt';
import type { AgentAccess } from '../../directory/agent-access.ts';
import { isOnSite } from '../../directory/domain-name.ts';
import type { TwinRule } from '../../directory/page-twins.ts';
import { SCORE_VERSION } from '../../directory/scoring/authority.ts';
import type { DomainState } from '../../directory/state.ts';
import type { Inspection, Observation, ScopedFiles } from '../../directory/visit.ts';
import { readAgentAccess } from '../../extract/read-agent-access.ts';
import { LIMITS } from '../../fetch/limits.ts';
import { parseRetryAfter } from '../../fetch/parse-retry-after.ts';
import { checkLinks } from '../visit/check-links.ts';
import { computeHash } from '../visit/compute-hash.ts';
import { type FileResult, findBody, findFile, isFound } from '../visit/find-file.ts';
import { readDescribedFiles } from '../visit/read-described-files.ts';
import { type NestedFileResult, readNestedFiles } from '../visit/read-nested-files.ts';
import { testTwins } from '../visit/twins/test-twins.ts';
import { openVisitClient, type VisitClient, type VisitOptions } from '../visit/visit-client.ts';
import type { TextsOfVisit } from '../visit/visit-texts.ts';
import type { VisitTools } from '../visit/visit-tools.ts';

/**
 * Share of visits that read everything although the file is unchanged. Links may be dead, the homepage may differ, and rules may
 * be new.
 */
const REFRESH_SHARE = 1 / 8;

/**
 * Visits one site and records its responses. Rejects if the signal aborts, or with a `HostBusyError` if busy hosts
 * are skipped.
 */
export async function observe(state: DomainState, tools: VisitTools, options: VisitOptions): Promise<Observation> {
  const client = openVisitClient(tools.openSession(), tools.policy, options);
  try {
    return await observeWith(client, state, tools, options);
  } finally {
    client.close();
  }
}

async function observeWith(
  client: VisitClient,
  state: DomainState,
  tools: VisitTools,
  { purpose, signal }: VisitOptions,
): Promise<Observation> {
  const { now, random, recheckProof, countryOfAddress } = tools;
  const startedAt = now();
  const refresh = purpose !== 'crawl' || random() < REFRESH_SHARE;
  // Simulate the reference parsers for checks.
  const judging = { domain: state.domain, simulates: purpose === 'check' };
  const texts = tools.texts.open(purpose === 'check');
  const look = (input: LintInput) => texts.look({ ...judging, input, chance: random() });
  const file = await findFile(state, { client, look }, !refresh);
  const notModified = file.notModified || (!refresh && isSameVersion(file, state));
  const nested = notModified || isFound(file) ? await readNestedFiles(state, file.response.url, client, texts) : [];
  const context =
    notModified || !isFound(file)
      ? null
      : await readContext(state, file, nested, client, { now, random, texts, purpose });
  const agents = context && (await readAgents(file, client));
  const parkedHomepage =
    context?.isParked ?? (!notModified && isMissing(file) && (await isHomepageParked(file, client)));
  const site = { domain: state.domain, llmsTxt: state.llms_txt };
  const proof = state.verified && state.proof ? await recheckProof(site, state.proof, signal) : null;
  return {
    domain: state.domain,
    ...(proof && { proof }),
    at: new Date(startedAt).toISOString(),
    durationMs: Math.round(now() - startedAt),
    response: file.response,
    notModified,
    inspection: notModified
      ? null
      : await inspectInContext(file, context, (input) => texts.inspect({ ...judging, input })),
    contentHash: file.hash,
    homepage: context?.facts.homepage ?? null,
    ...(parkedHomepage && { parkedHomepage }),
    fullFile: context?.facts.fullFile ?? null,
    ...(context && { twins: context.twins }),
    ...(agents && { agents }),
    ...(nested.length > 0 && { nested: nested.map((each) => each.file) }),
    ...((nested.length > 0 || context) && { scopedFiles: toScopedFiles(nested, context) }),
    robots: file.robots,
    addressCountry: file.result.address === null ? null : countryOfAddress(file.result.address),
    retryAfterMs: parseRetryAfter(file.response.headers['retry-after'], startedAt),
  };
}

/** Reads the rules of robots.txt for agents. Returns null if robots.txt could not be read. */
async function readAgents({ response, links }: FileResult, client: VisitClient): Promise<AgentAccess | null> {
  const { origin } = new URL(response.url);
  const robots = await client.robotsFileOf(origin);
  if (robots === null) return null;
  const listed = (links?.own ?? []).filter((url) => new URL(url).origin === origin);
  return {
    robots_txt: robots.isThere ? 'read' : 'absent',
    pages: listed.length,
    limits: readAgentAccess(robots.file, { llmsTxt: response.url, homepage: `${origin}/`, listed }),
  };
}

function toScopedFiles(nested: readonly NestedFileResult[], context: FileContext | null): ScopedFiles {
  return {
    ...(nested.length > 0 && { nested: nested.flatMap(({ scoped }) => scoped ?? []) }),
    ...(context && { describedby: context.describedFiles }),
  };
}

/**
 * Reports whether the bytes are unchanged and the same rules judged them valid. This counts like a 304, because some servers send
 * no 304. A file that moved counts as changed, because the record contains its URL, and a borrowed file is judged differently.
 */
function isSameVersion({ hash, response }: FileResult, state: DomainState): boolean {
  const leaves = !isOnSite(response.finalUrl, state.domain);
  const isInPlace = response.url === state.llms_txt && leaves === (state.cross_domain_redirect ?? false);
  const isKnown = hash !== null && hash === state.content_hash && isInPlace;
  return isKnown && state.status === 'valid' && state.score_version === SCORE_VERSION;
}

async function inspectInContext(
  file: FileResult,
  context: FileContext | null,
  inspect: (input: LintInput) => Promise<Inspection>,
): Promise<Inspection | null> {
  if (context === null) return file.inspection;
  return await inspect({
    body: findBody(file.result),
    response: file.response,
    url: file.response.finalUrl,
    ...context.facts,
  });
}

type FileContext = Awaited<ReturnType<typeof readContext>>;

type ContextTools = Pick<VisitTools, 'now' | 'random'> &
  Pick<VisitOptions, 'purpose'> & { readonly texts: Pick<TextsOfVisit, 'inspect' | 'readHomepage'> };

/** Reads the inputs of the rules other than the file. */
async function readContext(
  state: DomainState,
  file: FileResult,
  nested: readonly NestedFileResult[],
  client: VisitClient,
  { now, random, texts, purpose }: ContextTools,
) {
  const { origin } = new URL(file.response.url);
  const page = await getHomepage(`${origin}/`, client);
  const read =
    page &&
    (await texts.readHomepage({ domain: state.domain, body: page.body, url: page.finalUrl, headers: page.headers }));
  const homepage = read?.facts ?? null;
  const fullFile = await readFullFile(`${origin}/llms-full.txt`, client);
  const { checks, sample, describedBy, requestsLeft } = await checkLinks(file.links ?? { own: [], foreign: [] }, {
    client,
    domain: state.domain,
    answered: new Map(nested.map(({ result }) => [result.url, result])),
    now,
    random,
  });
  const described = await readDescribedFiles([...(homepage?.describedBy ?? []), ...describedBy], {
    client,
    texts,
    domain: state.domain,
    known: [file.response.url, file.response.finalUrl, ...nested.map(({ result }) => result.url)],
    maxRequests: requestsLeft,
  });
  const twins = await testTwins(
    { homepage, ...sample },
    {
      client,
      origin,
      fileHash: file.hash,
      linkedOnly: purpose === 'check',
      maxRequests: requestsLeft - described.requests,
      now,
    },
  );
  const linkChecks = withTwins(checks, twins);
  // Read `www.` last, because it often has the address of the domain, so its request closes the domain's connection.
  const wwwDiffers = await differsOnWww(state.domain, file, client);
  return {
    facts: { homepage, fullFile, linkChecks, ...(wwwDiffers !== null && { wwwDiffers }) },
    twins,
    describedFiles: described.files,
    isParked: read?.isParked ?? false,
  };
}

/** Adds Markdown versions with separate URLs to link checks. */
function withTwins(checks: readonly LinkCheck[], twins: readonly TwinRule[]): readonly LinkCheck[] {
  const addresses = new Map(twins.flatMap(({ found }) => found.map(({ page, markdown }) => [page, markdown])));
  return checks.map((check) => {
    const page = check.redirectedTo ?? check.url;
    const markdown = addresses.get(page) ?? null;
    return { ...check, markdownTwin: markdown === page ? null : markdown };
  });
}

/** Reports whether the server answered without a file. The homepage may show that the site does not exist. */
function isMissing({ response, inspection }: FileResult): boolean {
  const { status } = response;
  return status !== null && (status === 200 || isGone(status)) && inspection?.valid === false;
}

async function isHomepageParked({ response, inspection }: FileResult, client: VisitClient): Promise<boolean> {
  // Skip the request, because the response for the file already shows it.
  if (inspection?.kind === 'parked') return false;
  const page = await getHomepage(`${new URL(response.url).origin}/`, client);
  return page !== null && isParkedPage(decodePage(page.body, page.headers['content-type']));
}

async function getHomepage(url: string, client: VisitClient) {
  const result = await client.getIfAllowed(url, LIMITS.homepage);
  if (result?.status !== 200) return null;
  const type = result.headers['content-type'] ?? 'text/html';
  if (!/html|xml/i.test(type) || isChallenge(decodeBody(result.body).text)) return null;
  return result;
}

async function readFullFile(url: string, client: VisitClient): Promise<FullFileFacts | null> {
  const result = await client.getIfAllowed(url, LIMITS.llmsFull);
  if (!result) return null;
  const { status } = result;
  if (status !== 200) return { url, status, kind: 'absent' };
  const { kind } = detectBodyKind(decodeBody(result.body).text);
  if (kind === 'html' || kind === 'empty') return { url, status, kind };
  const isText = kind !== 'not-text' && isOnSite(result.finalUrl, new URL(url).hostname);
  return { url, status, kind: isText ? 'text' : 'absent' };
}

/** Reports whether the domain and `www.` serve different files. Returns null if only one host answers. */
async function differsOnWww(domain: string, file: FileResult, client: VisitClient): Promise<boolean | null> {
  if (domain.startsWith('www.') || file.response.url !== `https://${domain}/llms.txt`) return null;
  const url = `https://www.${domain}/llms.txt`;
  if (file.response.chain.includes(url)) return null;
  const result = await client.getIfAllowed(url, LIMITS.llmsTxt);
  if (result?.status !== 200 || result.finalUrl !== url) return null;
  return computeHash(result.body) !== file.hash;
}
