import { z } from 'zod';
import { PROOF_METHODS } from '../../directory/proof-methods.ts';
import { paths } from '../../directory/urls.ts';
import { tokenFor } from '../../ownership/claim.ts';
import { proofInstructions } from '../../ownership/proof-instructions.ts';
import type { ProofSite } from '../../ownership/proof-places.ts';
import { SAMPLE_SERVICE } from '../samples.ts';

export const verificationSchema = z.object({
  domain: z.string(),
  token: z.string().describe('Proof token of this client for this domain.'),
  verify_endpoint: z
    .url()
    .describe('Send a POST to this URL after you publish a proof. Anyone who has the URL can redeem the proof.'),
  methods: z
    .array(
      z.object({
        method: z.enum(PROOF_METHODS),
        description: z.string(),
        snippet: z.string().describe('Ready to paste.'),
      }),
    )
    .describe('Any method suffices.'),
});
export type Verification = z.infer<typeof verificationSchema>;

export interface ServiceIdentity {
  /** Base URL without a trailing slash, with which every URL in an answer starts. */
  readonly baseUrl: string;
  readonly serviceName: string;
}

/** Returns the ways to prove control of a site with `claim`. `generation` counts the keys issued for the domain. */
export function verificationFor(
  site: ProofSite,
  claim: string,
  generation: number,
  { baseUrl, serviceName }: ServiceIdentity,
): Verification {
  const { domain } = site;
  const token = tokenFor(domain, claim, generation);
  return {
    domain,
    token,
    verify_endpoint: `${baseUrl}${paths.verify(domain)}?claim=${claim}`,
    methods: proofInstructions({ site, token, service: { name: serviceName, baseUrl } }),
  };
}

/** Claim that nobody holds. */
const SAMPLE_CLAIM = '0123456789abcdef0123456789abcdef';
export const SAMPLE_VERIFICATION = verificationFor(
  { domain: 'example.com', llmsTxt: 'https://example.com/llms.txt' },
  SAMPLE_CLAIM,
  0,
  SAMPLE_SERVICE,
);
