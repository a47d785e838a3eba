import { textsHere } from '../../src/crawl/visit/visit-texts.ts';
import type { VisitTools } from '../../src/crawl/visit/visit-tools.ts';
import { CRAWLER_TOKEN } from '../../src/directory/crawler-token.ts';
import type { Net } from '../../src/fetch/net.ts';
import type { Pacing } from '../../src/fetch/pacing.ts';

/** Pacing in which no caller waits. */
export const noPacing: Pacing = {
  takeTurn: async () => ({ address: null, release: () => {} }),
  waitForCapacity: async () => {},
};

export interface TestVisitToolsOptions
  extends Partial<Pick<VisitTools, 'countryOfAddress' | 'texts' | 'now' | 'random'>> {
  readonly pacing?: Pacing;
  readonly isHostAllowed?: (host: string) => boolean;
}

/** Services of visits through `net`, without pauses, proofs and random full reads. */
export function testVisitTools(
  net: Pick<Net, 'openSession'>,
  {
    pacing = noPacing,
    isHostAllowed = () => true,
    countryOfAddress = () => null,
    texts = textsHere,
    now = Date.now,
    random = () => 0.5,
  }: TestVisitToolsOptions = {},
): VisitTools {
  return {
    openSession: net.openSession,
    policy: { robotsToken: CRAWLER_TOKEN, pacing, isHostAllowed },
    recheckProof: async (domain) => {
      throw new Error(`unexpected search for the proof of ${domain}`);
    },
    countryOfAddress,
    texts,
    now,
    random,
  };
}
