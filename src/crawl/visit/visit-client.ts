import { type Robots, readRobots } from '../../extract/robots.ts';
import type { Answer, FetchLimits, Net } from '../../fetch/guarded-fetch.ts';
import { LIMITS } from '../../fetch/limits.ts';
import { impatient, type Pacing } from '../../fetch/pacing.ts';

export interface AskTools {
  readonly net: Net;
  readonly pacing: Pacing;
  /** Product token by which robots.txt files name this crawler. */
  readonly token: string;
  /** Linked hosts that may be asked; all when absent. A sandbox keeps the crawl inside it. */
  readonly mayAsk?: ((host: string) => boolean) | undefined;
  /** Rejects with a `CrowdedError` instead of beginning a visit that would wait long for a crowded address. */
  readonly hurried?: boolean | undefined;
  readonly signal: AbortSignal;
}

const NOTHING = new Uint8Array();
/** A visit that is to wait longer for its first answer lets others go before it. */
const MAX_FIRST_WAIT_MS = 30_000;

/** Who asks the sites of one visit: in turn, and never for what robots.txt keeps to itself. */
export interface Asker {
  get(url: string, limits: FetchLimits, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Asked once per origin and visit. `answer` is what was said to the request for robots.txt, without its body. */
  robotsOf(url: string): Promise<{ readonly robots: Robots; readonly answer: Answer }>;
  /** The answer, or null where robots.txt forbids the question or the host is out of bounds. */
  getIfAllowed(url: string, limits: FetchLimits): Promise<Answer | null>;
  /** The visit is over: hangs up. */
  close(): void;
}

export function createAsker({ net, pacing, token, mayAsk = () => true, hurried = false, signal }: AskTools): Asker {
  const seen = new Map<string, Promise<{ robots: Robots; answer: Answer }>>();
  const visit = net.openVisit();
  let begun = !hurried;
  const get: Asker['get'] = (url, limits, headers) => {
    const patience = begun ? pacing : impatient(pacing, MAX_FIRST_WAIT_MS);
    begun = true;
    return visit.fetch({ url, limits, pacing: patience, signal, ...(headers && { headers }) });
  };
  const robotsOf: Asker['robotsOf'] = (url) => {
    const { origin } = new URL(url);
    const known = seen.get(origin);
    if (known) return known;
    const asked = get(`${origin}/robots.txt`, LIMITS.robots).then((answer) => ({
      answer: { ...answer, body: NOTHING },
      robots: readRobots(answer, token),
    }));
    seen.set(origin, asked);
    return asked;
  };
  return {
    get,
    robotsOf,
    close: () => visit.close(),
    async getIfAllowed(url, limits) {
      if (!mayAsk(new URL(url).hostname)) return null;
      const { robots } = await robotsOf(url);
      return robots.verdict(url) === 'allowed' ? get(url, limits) : null;
    },
  };
}
