import { z } from 'zod';
import { DirectoryError } from '../../directory/errors.ts';
import { PROOF_METHODS, type ProofMethod } from '../../directory/proof-methods.ts';
import { paths } from '../../directory/urls.ts';
import { type Claims, tokenFor } from '../../ownership/claim.ts';
import { reportProof } from '../../ownership/find-proof.ts';
import type { Service } from '../../ownership/methods/method.ts';
import type { ProofLook } from '../../ownership/proof-look.ts';
import type { ProofSite } from '../../ownership/proof-places.ts';
import type { ServerSecrets } from '../../ownership/server-secrets.ts';
import { renderVerifiedText } from '../../site/content/views/claim/verified-text.ts';
import { type DomainRules, domainInput, parseDomainParam } from '../domain-param.ts';
import { defineOperation } from '../operation.ts';
import { VERIFICATIONS } from '../quotas.ts';
import { SAMPLE_SERVICE } from '../samples.ts';
import type { ReportsChanges, ReportsQueued, UsesFingerprint } from '../service-hooks.ts';
import { networkKey, takeBudgets } from '../take-budgets.ts';
import type { UsesStore } from '../uses-store.ts';
import { badgeFor, badgeSchema } from './badge-links.ts';
import { findLostKey, issueKey } from './issue-key.ts';
import type { ServiceIdentity } from './verification.ts';

export const methodReportSchema = z.object({
  method: z.enum(PROOF_METHODS),
  outcome: z.enum(['present', 'absent', 'inconclusive']).describe('`inconclusive`: we could not read the place.'),
  looked_for: z.string(),
  where: z.string(),
  seen: z.string().describe('Content of each place instead of the proof.'),
});
export type MethodReport = z.infer<typeof methodReportSchema>;

export const verifiedSchema = z.object({
  verified: z.literal(true),
  via: z.enum(PROOF_METHODS).describe('Method that proved ownership.'),
  api_key: z.string().describe('Owner key. We show it only once.'),
  badge: badgeSchema,
  methods: z.array(methodReportSchema).describe('Result of each of the four methods.'),
});

type VerifiedAnswer = z.infer<typeof verifiedSchema>;

const claimSchema = z
  .string({ error: 'must be the claim that came with the token' })
  .regex(/^[0-9a-f]{32}$/, 'must be the claim of a verify_endpoint: 32 characters of 0-9 and a-f');

/** Look at a site's proofs, perhaps requested by another caller. */
export interface SharedLook {
  readonly look: ProofLook;
  /** True if the look started before this request. */
  readonly isEarlier: boolean;
  readonly nextInS: number;
}

interface Deps
  extends DomainRules,
    ServiceIdentity,
    UsesStore<'getClaimStanding' | 'takeQuotas' | 'track' | 'verifyOwner' | 'repeatKey'>,
    UsesFingerprint,
    ReportsQueued,
    ReportsChanges {
  readonly serverSecrets: ServerSecrets;
  readonly now: () => number;
  /**
   * Reads the tokens of a site, once for all concurrent callers. `network` is an opaque key. Rejects with `DirectoryError`
   * rate.limited or service.busy if no slot for a look is free.
   */
  lookForProofs(site: ProofSite, network: string): Promise<SharedLook>;
}

export const verifySite = defineOperation({
  name: 'verifySite',
  summary: 'Prove control of a domain and get its owner key.',
  description:
    'Looks for the proof token by all four methods. If one method finds the token, the domain is verified. The response has a new owner key once, and every earlier key of the domain stops working. A new domain is added to the directory. If you lose the response, repeat the request with the same `claim` within two minutes: it returns the same key once more, if the key is unused. If no method finds the token, the response has the expected and the found content of each method.',
  access: 'public',
  input: domainInput.extend({
    claim: claimSchema
      .optional()
      .describe(
        'Claim from `verify_endpoint`. It redeems the token from anywhere. By default, the token of this client.',
      ),
  }),
  output: verifiedSchema,
  example: {
    verified: true,
    via: 'dns',
    api_key: 'svk_live_…',
    badge: badgeFor(SAMPLE_SERVICE.baseUrl, 'example.com'),
    methods: [
      {
        method: 'dns',
        outcome: 'present',
        looked_for: 'svc-verify=2L4M3N…',
        where: '_svc-verify.example.com',
        seen: 'A TXT record has it.',
      },
    ],
  },
  http: {
    method: 'POST',
    path: '/v1/sites/{domain}/verify',
    quota: 'verify',
    success: { 200: 'The domain is verified. The key is shown only this once.' },
    errors: ['claim.missing', 'proof.not_found', 'store.unavailable', 'service.busy'],
  },
  tool: {
    name: 'verify_domain',
    title: 'Verify a domain',
    advice: 'Call it after you publish a proof of register_domain. The key is only for the owner.',
    // Destructive, because the call revokes earlier keys.
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    // Require the claim, because agents share addresses, so an address identifies nobody.
    input: domainInput.extend({
      claim: z
        .string({ error: 'is required: call register_domain, which returns the claim of a token to publish' })
        .pipe(claimSchema)
        .describe('The claim that register_domain returned.'),
    }),
    text: renderVerifiedText,
  },
  run: async (deps: Deps, input, caller) => {
    const domain = parseDomainParam(input.domain, 'name', deps);
    if (!input.claim && !caller.keepsClaim) throw claimMissing(domain, deps.baseUrl);
    const network = networkKey(caller.network, deps.fingerprint);
    const refusal = 'Too many attempts for this domain from your network';
    await takeBudgets(deps.store, [{ ...VERIFICATIONS, subject: `${domain}|${network}`, refusal }]);
    const { generation, llms_txt: llmsTxt } = await deps.store.getClaimStanding(domain);
    const site = { domain, llmsTxt };
    const shared = await deps.lookForProofs(site, network);
    const attempt = {
      site,
      generation,
      look: shared.look,
      service: { name: deps.serviceName, baseUrl: deps.baseUrl },
    };
    const { claim, token, methods, via } = proveAny(input.claim ? [input.claim] : caller.claimsFor(domain), attempt);
    const key = via && (await issueKey({ domain, claim, generation, via }, network, deps));
    if (key) {
      deps.changed(domain);
      return toAnswer(domain, via, key, methods, deps);
    }
    const repeated = input.claim ? await repeatAnswer(input.claim, attempt, deps) : null;
    if (repeated) return repeated;
    throw via ? usedUp(domain, token) : new ProofNotFound(domain, token, methods, shared);
  },
});

interface Attempt {
  readonly site: ProofSite;
  readonly generation: number;
  readonly look: ProofLook;
  readonly service: Service;
}

interface Proven {
  readonly claim: string;
  readonly token: string;
  readonly methods: MethodReport[];
  /** Method that shows the token, or null. */
  readonly via: ProofMethod | null;
}

/** Judges the proof of the first claim, or of the previous claim if the first is absent. */
function proveAny([claim, next, ...rest]: Claims, attempt: Attempt): Proven {
  const { site, generation, look, service } = attempt;
  const token = tokenFor(site.domain, claim, generation);
  const used = generation > 0 ? tokenFor(site.domain, claim, generation - 1) : null;
  const methods = [...reportProof(look, { site, token, service }, used)];
  const via = findMethod(methods);
  if (via !== null || next === undefined) return { claim, token, methods, via };
  const before = proveAny([next, ...rest], attempt);
  return before.via === null ? { claim, token, methods, via } : before;
}

const findMethod = (methods: readonly MethodReport[]) =>
  methods.find(({ outcome }) => outcome === 'present')?.method ?? null;

/** Repeats an answer for the holder of the claim, if the proof is still published. */
async function repeatAnswer(
  claim: string,
  { site, look, service }: Attempt,
  deps: Deps,
): Promise<VerifiedAnswer | null> {
  const lost = await findLostKey(site.domain, claim, deps);
  if (!lost) return null;
  const methods = [...reportProof(look, { site, token: lost.token, service }, null)];
  if (findMethod(methods) === null || !(await lost.take())) return null;
  return toAnswer(site.domain, lost.via, lost.key, methods, deps);
}

function toAnswer(
  domain: string,
  via: VerifiedAnswer['via'],
  key: string,
  methods: MethodReport[],
  { baseUrl }: Pick<Deps, 'baseUrl'>,
): VerifiedAnswer {
  return { verified: true, via, api_key: key, badge: badgeFor(baseUrl, domain), methods };
}

function claimMissing(domain: string, baseUrl: string): DirectoryError {
  return new DirectoryError(
    'claim.missing',
    `A plain request from this address, or from a page of another site, does not identify a token. POST to the verify_endpoint that came with your token: ${baseUrl}${paths.verify(domain)}?claim=…`,
  );
}

function usedUp(domain: string, token: string): DirectoryError {
  const message = `The token ${token} no longer works, because ${domain} just got a key. Get a new token.`;
  return new DirectoryError('proof.not_found', message);
}

/** Failure of a look that does not show the token, with the result of each method. */
export class ProofNotFound extends DirectoryError {
  readonly reports: readonly MethodReport[];
  readonly nextLookS: number;

  constructor(domain: string, token: string, methods: readonly MethodReport[], { isEarlier, nextInS }: SharedLook) {
    const again = isEarlier ? ` This result is recent. We look again in ${nextInS} s at the earliest.` : '';
    super('proof.not_found', `The token ${token} was not found for ${domain} yet.${again}`, {
      members: { methods, next_look_s: nextInS },
    });
    this.reports = methods;
    this.nextLookS = nextInS;
  }
}
