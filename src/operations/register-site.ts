import { z } from 'zod';
import { BENEFITS } from '../directory/record.ts';
import { statusSchema } from '../directory/state.ts';
import { paths } from '../directory/urls.ts';
import { renderRegistrationText } from '../site/views/claim/registration-text.ts';
import { type DomainRules, domainInput, parseDomainParam } from './domain-param.ts';
import { defineOperation } from './operation.ts';
import { SAMPLE_SERVICE } from './samples.ts';
import { networkKey } from './take-budgets.ts';
import { refuseFullNetwork, takeRegistration } from './take-registration.ts';
import type { UsesStore } from './uses-store.ts';
import { SAMPLE_VERIFICATION, type ServiceIdentity, verificationFor, verificationSchema } from './verification.ts';

export const registrationSchema = z.object({
  domain: z.string(),
  status: statusSchema,
  queued: z.boolean().describe('True when this request has added the domain and queued its first crawl.'),
  lookup: z.url().describe('URL of the record.'),
  verification: verificationSchema,
  benefits: z.array(z.string()).describe('What a verified owner gets.'),
});

/** A tool has no URL to POST to, so it gets the claim itself. */
const claimedRegistrationSchema = registrationSchema.extend({
  claim: z
    .string()
    .describe('Secret of this registration. verify_domain needs it; whoever holds it can redeem the proof.'),
});

interface Needs
  extends DomainRules,
    ServiceIdentity,
    UsesStore<'track' | 'getClaimStanding' | 'takeQuotas' | 'countHeldBytes'> {
  /** New domains per day for all clients together. */
  readonly registrationsPerDay: number;
  /** Returns a keyed hash, so that stored values reveal nothing. */
  fingerprint(text: string): string;
  /** Called once for a domain that has just been queued, so that a running crawl need not wait for its next look. */
  queued(domain: string, network: string): void;
}

export const registerSite = defineOperation({
  name: 'registerSite',
  summary: 'Add a domain to the directory.',
  description:
    'Registers a domain (or the domain of an http(s) URL) and queues its crawl. Answers with the instructions to verify it, also when it is tracked already.',
  access: 'public',
  input: domainInput,
  output: registrationSchema,
  example: {
    domain: 'example.com',
    status: 'pending',
    queued: true,
    lookup: `${SAMPLE_SERVICE.baseUrl}${paths.lookup('example.com')}`,
    verification: SAMPLE_VERIFICATION,
    benefits: [...BENEFITS],
  },
  http: {
    method: 'POST',
    path: '/v1/sites',
    quota: 'register',
    takesBody: true,
    success: { 200: 'The domain is tracked already.', 202: 'The domain has been added and its crawl queued.' },
    errors: ['store.unavailable'],
    respond: (output) =>
      output.queued ? { status: 202, headers: { location: output.lookup } } : { status: 200, headers: {} },
  },
  tool: {
    name: 'register_domain',
    title: 'Register a domain',
    advice:
      'Each call returns a claim and the proofs that go with it; keep the claim for verify_domain. Registering needs no proof: verification is for the owner.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    brief: {
      schema: claimedRegistrationSchema,
      from: (registration, _, caller) => ({ ...registration, claim: caller.claimsFor(registration.domain)[0] }),
    },
    text: renderRegistrationText,
  },
  run: async (needs: Needs, input, caller) => {
    const domain = parseDomainParam(input.domain, 'name-or-url', needs);
    const known = await needs.store.getClaimStanding(domain);
    if (!known.basis) {
      await refuseFullNetwork(caller.network, needs);
      await takeRegistration(domain, caller.network, needs);
    }
    // The store decides: of ten concurrent requests, one queues the visit.
    const network = networkKey(caller.network, needs.fingerprint);
    const { added } = await needs.store.track([domain], network);
    if (added > 0) needs.queued(domain, network);
    const site = { domain, llmsTxt: known.llms_txt };
    return {
      domain,
      status: known.basis?.status ?? 'pending',
      queued: added > 0,
      lookup: `${needs.baseUrl}${paths.lookup(domain)}`,
      verification: verificationFor(site, caller.claimsFor(domain)[0], known.generation, needs),
      benefits: [...BENEFITS],
    };
  },
});
