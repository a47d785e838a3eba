import type { Proof } from '../../directory/state.ts';
import type { ProofRecheck } from '../../directory/visit.ts';
import { openCountryOfAddress } from '../../fetch/address-country.ts';
import type { Net } from '../../fetch/net.ts';
import { toNetworkPacing } from '../../fetch/pacing.ts';
import { recheckProof } from '../../ownership/find-proof.ts';
import type { ProofSite } from '../../ownership/proof-places.ts';
import type { Context } from '../../runtime/context.ts';
import type { CrawlPolicy } from '../../runtime/crawl-policy.ts';
import { textsHere, type VisitTexts } from './visit-texts.ts';

/** Services of every visit of a process. */
export interface VisitTools {
  /** Opens connections shared by all requests of one visit. */
  readonly openSession: Net['openSession'];
  readonly policy: CrawlPolicy;
  /** Checks the proof of a verified domain again. */
  readonly recheckProof: (site: ProofSite, proof: Proof, signal: AbortSignal) => Promise<ProofRecheck>;
  /** ISO 3166-1 alpha-2 code from offline data, or null. */
  readonly countryOfAddress: (address: string) => string | null;
  readonly texts: VisitTexts;
  readonly now: () => number;
  /** Random numbers in [0, 1). */
  readonly random: () => number;
}

/**
 * Creates the services of this program's visits. Call this function once, so that all visits share one pacing and one
 * country database.
 */
export function createVisitTools(
  context: Pick<Context, 'env' | 'net' | 'crawlPolicy' | 'now' | 'random'>,
  texts: VisitTexts = textsHere,
): VisitTools {
  const { env, net, crawlPolicy, now, random } = context;
  const { pacing } = crawlPolicy;
  return {
    openSession: net.openSession,
    policy: crawlPolicy,
    recheckProof: (site, proof, signal) =>
      recheckProof(site, proof, { name: env.SERVICE_NAME, baseUrl: env.BASE_URL }, { net, pacing, signal }),
    countryOfAddress: openCountryOfAddress(),
    texts,
    now,
    random,
  };
}

/** Returns the services for visits of a network, so that the visits' connections count for the network. */
export function toNetworkTools(tools: VisitTools, network: string): VisitTools {
  return { ...tools, policy: { ...tools.policy, pacing: toNetworkPacing(tools.policy.pacing, network) } };
}
