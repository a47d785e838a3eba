import { z } from 'zod';
import { BENEFITS } from '../../directory/record.ts';
import { statusSchema } from '../../directory/state.ts';
import { paths } from '../../directory/urls.ts';
import { renderRegistrationText } from '../../site/content/views/claim/registration-text.ts';
import { type DomainRules, domainInput, parseDomainParam } from '../domain-param.ts';
import { defineOperation } from '../operation.ts';
import {
  SAMPLE_VERIFICATION,
  type ServiceIdentity,
  verificationFor,
  verificationSchema,
} from '../ownership/verification.ts';
import { SAMPLE_SERVICE } from '../samples.ts';
import type { ReportsQueued, UsesFingerprint } from '../service-hooks.ts';
import { networkKey } from '../take-budgets.ts';
import type { UsesStore } from '../uses-store.ts';
import { refuseFullNetwork, takeRegistration } from './take-registration.ts';

export const registrationSchema = z.object({
  domain: z.string(),
  status: statusSchema,
  queued: z.boolean().describe('True if this request added the domain and queued its first crawl.'),
  lookup: z.url().describe('URL of the record.'),
  verification: verificationSchema,
  benefits: z.array(z.string()).describe('Benefits for a verified owner.'),
});

/** Registration with its claim. A tool returns the claim, because it has no URL to POST to. */
const claimedRegistrationSchema = registrationSchema.extend({
  claim: z
    .string()
    .describe('Secret of this registration. verify_domain needs it. Anyone who has it can redeem the proof.'),
});

interface Deps
  extends DomainRules,
    ServiceIdentity,
    UsesStore<'track' | 'getClaimStanding' | 'takeQuotas' | 'countHeldBytes'>,
    UsesFingerprint,
    ReportsQueued {
  /** New domains per day for all clients together. */
  readonly registrationsPerDay: number;
}

export const registerSite = defineOperation({
  name: 'registerSite',
  summary: 'Add a domain to the directory.',
  description:
    'Registers a domain (or the domain of an http(s) URL) and queues its crawl. Returns the instructions to verify it, even if the directory already tracks it.',
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
    success: { 200: 'The directory already tracks the domain.', 202: 'The domain was added and its crawl is queued.' },
    errors: ['store.unavailable'],
    respond: (output) =>
      output.queued ? { status: 202, headers: { location: output.lookup } } : { status: 200, headers: {} },
  },
  tool: {
    name: 'register_domain',
    title: 'Register a domain',
    advice:
      'Each call returns a claim with its proofs. Keep the claim for verify_domain. A registration needs no proof. Only owners need to verify.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    brief: {
      schema: claimedRegistrationSchema,
      from: (registration, _, caller) => ({ ...registration, claim: caller.claimsFor(registration.domain)[0] }),
    },
    text: renderRegistrationText,
  },
  run: async (deps: Deps, input, caller) => {
    const domain = parseDomainParam(input.domain, 'name-or-url', deps);
    const network = networkKey(caller.network, deps.fingerprint);
    const standing = await deps.store.getClaimStanding(domain);
    if (!standing.basis) {
      await refuseFullNetwork(network, deps);
      await takeRegistration(domain, network, deps);
    }
    // Let the store decide, so that of ten concurrent requests only one queues the visit.
    const { added } = await deps.store.track([domain], network);
    if (added > 0) deps.queued(domain, network);
    const site = { domain, llmsTxt: standing.llms_txt };
    return {
      domain,
      status: standing.basis?.status ?? 'pending',
      queued: added > 0,
      lookup: `${deps.baseUrl}${paths.lookup(domain)}`,
      verification: verificationFor(site, caller.claimsFor(domain)[0], standing.generation, deps),
      benefits: [...BENEFITS],
    };
  },
});
