import { describe, expect, it } from 'vitest';
import { createSiteVisits, NO_PROGRESS } from '../../functions/visits/site-visits.ts';
import { DirectoryError } from '../../src/directory/errors.ts';
import { writeDraft } from '../../src/drafting/write-draft.ts';
import type { FetchSession } from '../../src/fetch/net.ts';
import { createPacing, type Pacing } from '../../src/fetch/pacing.ts';
import { toDirectoryError } from '../../src/operations/to-directory-error.ts';
import { aFetchResult } from '../crawl/fake-net.ts';
import { manualClock } from '../fetch/manual-clock.ts';

const VICTIM = 'victim.example';
const NAMES = 200;
const STEP_MS = 100;
const HOMEPAGE = `<title>Victim</title>${Array.from({ length: 40 }, (_, i) => `<a href=/topic-x${i}>Topic ${i}</a>`).join('')}`;

/** Creates a web in which each name has a separate address and redirects to the victim. A request takes 60 ms there. */
function redirectingWeb(pacing: Pacing, clock: ReturnType<typeof manualClock>, arrivals: number[]): FetchSession {
  const hop = async (url: URL, signal: AbortSignal, maxWaitMs: number | undefined) => {
    const turn = await pacing.takeTurn(url.hostname, [`address of ${url.hostname}`], signal, maxWaitMs);
    if (url.hostname === VICTIM) arrivals.push(clock.now());
    await new Promise<void>((resolve) => clock.after(60, resolve));
    turn.release();
  };
  return {
    async fetch({ url, signal = new AbortController().signal, maxWaitMs }) {
      const { pathname, href, hostname } = new URL(url);
      const final = new URL(pathname, `https://${VICTIM}/`);
      if (hostname !== VICTIM) await hop(new URL(href), signal, maxWaitMs);
      await hop(final, signal, maxWaitMs);
      const [type, body] = pathname === '/robots.txt' ? ['text/plain', 'User-agent: *\n'] : ['text/html', HOMEPAGE];
      return aFetchResult(url, {
        finalUrl: final.href,
        chain: hostname === VICTIM ? [href] : [href, final.href],
        headers: { 'content-type': type },
        body: new TextEncoder().encode(body),
      });
    },
    close: () => {},
  };
}

describe('queue of 200 drafts whose names redirect to one site', () => {
  it.each([
    ['all at once', 0],
    ['one after the other', 300],
  ])('makes one request per second for %s, and refuses further requests with a wait', async (_how, everyMs) => {
    const clock = manualClock();
    const pacing = createPacing({ gapMs: 1_000, ...clock });
    const arrivals: number[] = [];
    const visits = createSiteVisits(
      {
        observe: () => Promise.reject(new Error('no check')),
        draft: (domain, { report, answeredBy }) =>
          writeDraft(domain, {
            openSession: () => redirectingWeb(pacing, clock, arrivals),
            pacing,
            robotsToken: 'test',
            now: clock.now,
            onProgress: report,
            onHomepage: answeredBy,
          }),
      },
      clock.now,
    );
    const drafts: Promise<DirectoryError | string | null>[] = [];
    const startedAt = clock.now();
    while (clock.now() < startedAt + NAMES * everyMs + 60_000) {
      while (drafts.length < NAMES && clock.now() >= startedAt + drafts.length * everyMs) {
        const name = `name${drafts.length}.example`;
        const draft = visits.draft(name, { network: name, progress: NO_PROGRESS });
        drafts.push(draft.then(({ text }) => text, toDirectoryError));
      }
      await clock.move(STEP_MS);
      // Wait for several microtask turns, because a session does work between two waits.
      await new Promise(setImmediate);
    }
    const outcomes = await Promise.all(drafts);
    const refused = outcomes.filter((outcome) => outcome instanceof DirectoryError);
    expect(outcomes.length - refused.length).toBeGreaterThanOrEqual(1);
    expect(outcomes.length - refused.length).toBeLessThanOrEqual(2);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['service.busy', 'rate.limited']));
    for (const { retryAfterS } of refused) expect(retryAfterS).toBeGreaterThanOrEqual(1);
    expect(arrivals.length).toBeGreaterThan(10);
    const pauses = arrivals.slice(1).map((at, i) => at - (arrivals[i] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000);
  });
});
