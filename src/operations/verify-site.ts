import { z } from 'zod';
import { MINUTE_MS } from '../directory/duration.ts';
import { DirectoryError } from '../directory/errors.ts';
import { PROOF_METHODS } from '../directory/proof-methods.ts';
import { authorityOf } from '../directory/scoring/authority.ts';
import { tierOf } from '../directory/scoring/tier.ts';
import type { Proof } from '../directory/state.ts';
import { paths } from '../directory/urls.ts';
import { type Claims, tokenFor } from '../ownership/claim.ts';
import { hashOwnerKey, isHashOfKey, ownerKeyOf } from '../ownership/owner-key.ts';
import { newProof } from '../ownership/proof.ts';
import type { ServerSecrets } from '../ownership/server-secrets.ts';
import { renderVerifiedText } from '../site/views/claim/verified-text.ts';
import type { ClaimStanding } from '../store/ownership.ts';
import { badgeFor, badgeSchema } from './badge-links.ts';
import { type DomainRules, domainInput, parseDomainParam, requireTracked, UnknownDomain } from './domain-param.ts';
import { defineOperation } from './operation.ts';
import { VERIFICATIONS } from './quotas.ts';
import { SAMPLE_SERVICE } from './samples.ts';
import { networkKey, takeBudgets } from './take-budgets.ts';
import type { UsesStore } from './uses-store.ts';

/** What one method has found, as it is answered. */
export const methodReportSchema = z.object({
  method: z.enum(PROOF_METHODS),
  outcome: z.enum(['present', 'absent', 'inconclusive']).describe('`inconclusive`: the place could not be read.'),
  looked_for: z.string(),
  where: z.string(),
  seen: z.string().describe('What was there instead.'),
});
export type MethodReport = z.infer<typeof methodReportSchema>;

export const verifiedSchema = z.object({
  verified: z.literal(true),
  via: z.enum(PROOF_METHODS).describe('The method that proved ownership.'),
  api_key: z.string().describe('Owner key. It is shown here once and never again.'),
  badge: badgeSchema,
  methods: z.array(methodReportSchema).describe('What each of the four methods found.'),
});

type VerifiedAnswer = z.infer<typeof verifiedSchema>;

const claimSchema = z
  .string({ error: 'must be the claim that came with the token' })
  .regex(/^[0-9a-f]{32}$/, 'must be the claim of a verify_endpoint: 32 characters of 0-9 and a-f');

/** Visits and edits that come in between; each costs one more round. */
const MAX_ROUNDS = 5;

/** Long enough to ask again after an answer that did not come, short enough that a claim found in a log gives no key. */
const REPEAT_MS = 2 * MINUTE_MS;

interface Needs extends DomainRules, UsesStore<'getClaimStanding' | 'takeQuotas' | 'verifyOwner'> {
  readonly serverSecrets: ServerSecrets;
  readonly now: () => number;
  /** A keyed hash: what is stored says nothing to whoever reads it. */
  fingerprint(text: string): string;
  /** Looks for a proof token by all four methods, in their order. */
  prove(domain: string, token: string): Promise<readonly MethodReport[]>;
  /** Called when a domain's record is another one: what was read before must not be answered any more. */
  changed(domain: string): void;
}

export const verifySite = defineOperation({
  name: 'verifySite',
  summary: 'Prove control of a domain and get its owner key.',
  description:
    'Looks for the proof token by all four methods. When one shows it, the domain is verified, a new owner key is answered once, and every earlier key of the domain stops working. Asked again with the same claim within two minutes, it answers the same key, in case the first answer was lost. Otherwise says for each method what was looked for and what was seen.',
  access: 'public',
  input: domainInput.extend({
    claim: claimSchema
      .optional()
      .describe('From `verify_endpoint`: redeems that token from anywhere. Without it, the token of this client.'),
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
    success: { 200: 'The domain is verified; the key is shown this once.' },
    errors: ['domain.unknown', 'claim.missing', 'proof.not_found', 'store.unavailable'],
  },
  tool: {
    name: 'verify_domain',
    title: 'Verify a domain',
    advice: 'Call it when a proof of register_domain is served. The key is for the owner alone.',
    // Earlier keys stop working.
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    // Behind one address of agents, "the token of this client" is nobody's.
    input: domainInput.extend({
      claim: z
        .string({ error: 'must be given: call register_domain, which returns the claim of a token to publish' })
        .pipe(claimSchema)
        .describe('The claim that register_domain returned.'),
    }),
    text: renderVerifiedText,
  },
  run: async (needs: Needs, input, caller) => {
    const domain = parseDomainParam(input.domain, 'name', needs);
    const standing = requireTracked(await needs.store.getClaimStanding(domain), domain, needs);
    if (!input.claim && !caller.keepsClaim) throw claimMissing(domain, needs.baseUrl);
    const network = networkKey(caller.network, needs.fingerprint);
    const refusal = 'Too many tries at this domain from your network';
    await takeBudgets(needs.store, [{ ...VERIFICATIONS, subject: `${domain}|${network}`, refusal }]);
    const claims: Claims = input.claim ? [input.claim] : caller.claimsFor(domain);
    const { claim, token, methods, found } = await proveAny(domain, claims, standing.generation, needs);
    if (!found) {
      const repeated = await repeatAnswer(domain, claims, standing, needs);
      if (repeated) return repeated;
      throw new DirectoryError('proof.not_found', `The token ${token} was not found for ${domain} yet.`, {
        members: { methods },
      });
    }
    const [secret] = needs.serverSecrets;
    const key = ownerKeyOf(secret, domain, claim, standing.generation);
    const issued = { proof: newProof(found.method, token), keyHash: hashOwnerKey(secret, key) };
    if ((await redeem(domain, standing.generation, issued, needs)) === 'used') {
      const repeated = await repeatAnswer(domain, [claim], await needs.store.getClaimStanding(domain), needs);
      if (repeated) return repeated;
      throw new DirectoryError('proof.not_found', `The token ${token} has been redeemed already: ask for a new one.`);
    }
    needs.changed(domain);
    return answerOf(domain, found.method, key, methods, needs);
  },
});

interface Sought {
  readonly claim: string;
  readonly token: string;
  readonly methods: MethodReport[];
  readonly found: MethodReport | undefined;
}

/** Looks for the proof of the first claim; only if it is nowhere, for that of the claim before it. */
async function proveAny(
  domain: string,
  [claim, next, ...rest]: Claims,
  generation: number,
  needs: Pick<Needs, 'prove'>,
): Promise<Sought> {
  const token = tokenFor(domain, claim, generation);
  const methods = [...(await needs.prove(domain, token))];
  const found = methods.find(({ outcome }) => outcome === 'present');
  if (found || next === undefined) return { claim, token, methods, found };
  const before = await proveAny(domain, [next, ...rest], generation, needs);
  return before.found ? before : { claim, token, methods, found };
}

/** The answer that the holder of one of these claims has had within two minutes: it may have been lost on the way. */
async function repeatAnswer(
  domain: string,
  claims: Claims,
  standing: ClaimStanding | null,
  needs: Pick<Needs, 'serverSecrets' | 'now' | 'prove' | 'baseUrl'>,
): Promise<VerifiedAnswer | null> {
  const issued = standing?.issued;
  if (!standing || !issued || needs.now() - Date.parse(issued.at) >= REPEAT_MS) return null;
  const generation = standing.generation - 1;
  for (const claim of claims) {
    const keys = needs.serverSecrets.map((secret) => ownerKeyOf(secret, domain, claim, generation));
    const key = keys.find((each) => isHashOfKey(needs.serverSecrets, each, issued.key_hash));
    if (key === undefined) continue;
    const methods = [...(await needs.prove(domain, tokenFor(domain, claim, generation)))];
    return answerOf(domain, issued.method, key, methods, needs);
  }
  return null;
}

function answerOf(
  domain: string,
  via: VerifiedAnswer['via'],
  key: string,
  methods: MethodReport[],
  { baseUrl }: Pick<Needs, 'baseUrl'>,
): VerifiedAnswer {
  return { verified: true, via, api_key: key, badge: badgeFor(baseUrl, domain), methods };
}

function claimMissing(domain: string, baseUrl: string): DirectoryError {
  return new DirectoryError(
    'claim.missing',
    `A plain request from this address, or from a page of another site, does not say whose token is meant. POST to the verify_endpoint that came with your token: ${baseUrl}${paths.verify(domain)}?claim=…`,
  );
}

/** Turns a proof into a key, unless another request has done so meanwhile: a generation of tokens gives one key. */
async function redeem(
  domain: string,
  generation: number,
  issued: { readonly proof: Proof; readonly keyHash: string },
  { store, baseUrl }: Pick<Needs, 'store' | 'baseUrl'>,
): Promise<'verified' | 'used'> {
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
    const standing = await store.getClaimStanding(domain);
    if (!standing) throw new UnknownDomain(domain, baseUrl);
    const { basis } = standing;
    const authority = basis.authority === null ? null : authorityOf(basis.components, true);
    const tier = tierOf({ ...basis, authority, verified: true });
    const result = await store.verifyOwner({ domain, generation, basis, authority, tier, ...issued });
    if (result !== 'changed') return result;
  }
  throw new Error(`${domain} changes faster than it can be verified`);
}
