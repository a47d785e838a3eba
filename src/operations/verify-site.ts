import { z } from 'zod';
import { DirectoryError } from '../directory/errors.ts';
import { PROOF_METHODS, type ProofMethod } from '../directory/proof-methods.ts';
import { authorityOf } from '../directory/scoring/authority.ts';
import { tierOf } from '../directory/scoring/tier.ts';
import { claimFor, tokenFor } from '../ownership/claim.ts';
import { hashOwnerKey, newOwnerKey } from '../ownership/owner-key.ts';
import { newProof } from '../ownership/proof.ts';
import { badgeFor, badgeSchema } from './badge-links.ts';
import type { OperationContext } from './context.ts';
import { domainInput } from './domain-input.ts';
import { defineOperation } from './operation.ts';
import { nameDomain } from './parse-domain-param.ts';
import { takeForDomain } from './take-domain-quota.ts';
import { unknownDomain } from './unknown-domain.ts';

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

/** Each try makes this service fetch three times and ask DNS: enough for whoever waits for a deployment. */
const TRIES = { name: 'verify-domain', quota: 30, windowS: 3_600 } as const;
/** Visits and edits that come in between; each costs one more round. */
const MAX_ROUNDS = 5;

export const verifySite = defineOperation({
  name: 'verifySite',
  summary: 'Prove control of a domain and get its owner key.',
  description:
    'Looks for the proof token by all four methods. When one shows it, the domain is verified, a new owner key is answered once, and every earlier key of the domain stops working. Otherwise says for each method what was looked for and what was seen.',
  access: 'public',
  input: domainInput.extend({
    claim: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'must be the claim of a verify_endpoint: 32 characters of 0-9 and a-f')
      .optional()
      .describe('From `verify_endpoint`: redeems that token from anywhere. Without it, the token of this client.'),
  }),
  output: verifiedSchema,
  run: async (context: OperationContext, input) => {
    const domain = nameDomain(context, input.domain, 'name');
    const { store, serverSecret, client } = context;
    const standing = await store.getClaimStanding(domain);
    if (!standing) throw unknownDomain(domain, context.baseUrl);
    await takeForDomain(store, TRIES, domain);
    const claim = input.claim ?? claimFor(serverSecret, client, domain);
    const token = tokenFor(domain, claim, standing.generation);
    const methods = [...(await context.prove(domain, token))];
    const found = methods.find(({ outcome }) => outcome === 'present');
    if (!found) {
      throw new DirectoryError('proof.not_found', `No method shows the token ${token} for ${domain} yet.`, {
        members: { methods },
      });
    }
    const key = newOwnerKey();
    await redeem(context, domain, standing.generation, { method: found.method, token, key });
    context.changed(domain);
    return {
      verified: true as const,
      via: found.method,
      api_key: key,
      badge: badgeFor(context.baseUrl, domain),
      methods,
    };
  },
});

interface Redeemed {
  readonly method: ProofMethod;
  readonly token: string;
  readonly key: string;
}

/** Turns a proof into a key, unless another request has done so meanwhile: a generation of tokens gives one key. */
async function redeem(context: OperationContext, domain: string, generation: number, { method, token, key }: Redeemed) {
  const { store, serverSecret } = context;
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
    const standing = await store.getClaimStanding(domain);
    if (!standing) throw unknownDomain(domain, context.baseUrl);
    const was = standing.basis;
    const authority = was.authority === null ? null : authorityOf(was.components, true);
    const result = await store.verifyOwner({
      domain,
      generation,
      was,
      authority,
      tier: tierOf({ ...was, authority, verified: true }),
      proof: newProof(method, token),
      keyHash: hashOwnerKey(serverSecret, key),
    });
    if (result === 'verified') return;
    if (result === 'used') {
      throw new DirectoryError('proof.not_found', `The token ${token} has been redeemed already: ask for a new one.`);
    }
  }
  throw new Error(`${domain} changes faster than it can be verified`);
}
