import type { DomainState } from '../directory/state.ts';
import { readRobots } from '../extract/robots.ts';
import { LIMITS } from '../fetch/limits.ts';
import type { FetchSession } from '../fetch/net.ts';
import type { CrawlPolicy } from '../runtime/crawl-policy.ts';
import type { PlannedVisit } from '../store/store.ts';
import { nestedFiles, validatorsFor } from './visit/find-file.ts';

export type VisitExplanation = Awaited<ReturnType<typeof explainVisit>>;
export type PlannedRequest = VisitExplanation['requests'][number];

export interface ExplainTools {
  readonly session: FetchSession;
  readonly policy: CrawlPolicy;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const ALWAYS = 'always';
const NO_FILE = 'if the previous URL is unreachable or not an llms.txt';
const IN_FULL = 'if the file exists and has changed, and at one visit in eight';

/** Explains the requests of a visit of `domain`. Requests robots.txt and writes nothing. */
export async function explainVisit(
  domain: string,
  planned: PlannedVisit | null,
  state: DomainState,
  { session, policy, now, signal }: ExplainTools,
) {
  const schedule = toSchedule(planned, now());
  const base = {
    domain,
    schedule,
    /** Time at which the visit is due or its lease ends. */
    dueAt: planned?.due_at ?? null,
    worker: planned?.worker ?? null,
    isSigned: policy.sign !== undefined,
  };
  if (schedule === 'never') return { ...base, robotsTxt: null, requests: [] };
  const url = `https://${domain}/robots.txt`;
  const { pacing, robotsToken, sign } = policy;
  const result = await session.fetch({ url, limits: LIMITS.robots, pacing, sign, signal });
  const robots = readRobots(result, robotsToken);
  const host = new URL(url).host;
  const requests = listRequests(state).map(([address, when]) => {
    const isHere = new URL(address).host === host && address.startsWith('https:');
    const verdict = address === url ? 'allowed' : robots.verdict(address);
    return {
      url: address,
      /** Condition under which the request is sent. */
      when,
      /** Validators of a conditional request. An unchanged file gets a 304. */
      headers: address.endsWith('/llms.txt') ? validatorsFor(state, address) : {},
      /** Access by robots.txt. `not-read`: the URL is on another host, whose robots.txt only the visit reads. */
      robots: isHere ? verdict : ('not-read' as const),
      /** Line of robots.txt that covers the URL, or null. */
      rule: isHere ? robots.ruleFor(address) : null,
    };
  });
  const isForbidden = robots.verdict(`https://${domain}/llms.txt`) !== 'allowed';
  const { status, detail } = result;
  // Stop here, because a visit ends if the file may not be requested.
  return { ...base, robotsTxt: { url, status, detail }, requests: isForbidden ? requests.slice(0, 2) : requests };
}

function toSchedule(planned: PlannedVisit | null, now: number) {
  if (planned === null) return 'not-tracked';
  if (planned.due_at === null) return 'never';
  if (Date.parse(planned.due_at) <= now) return 'due';
  return planned.worker === null ? 'waiting' : 'leased';
}

/** Lists the requests of `observe` with their conditions. */
function listRequests(state: DomainState): readonly (readonly [url: string, when: string])[] {
  const { domain } = state;
  const own = `https://${domain}`;
  const hasWww = !domain.startsWith('www.');
  const www = `https://www.${domain}`;
  return [
    [`${own}/robots.txt`, ALWAYS],
    [`${own}/llms.txt`, 'if robots.txt allows it'],
    ...(hasWww
      ? ([
          [`${www}/robots.txt`, NO_FILE],
          [`${www}/llms.txt`, NO_FILE],
        ] as const)
      : []),
    [`http://${domain}/llms.txt`, 'if the site is unreachable by https'],
    ...nestedFiles(state).map((url) => [url, 'named by the owner'] as const),
    [`${own}/`, `${IN_FULL}; also without a file, to detect a parked domain`],
    [`${own}/llms-full.txt`, IN_FULL],
    ...(hasWww ? ([[`${www}/llms.txt`, `${IN_FULL}: to compare it`]] as const) : []),
  ];
}
