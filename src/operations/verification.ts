import { z } from 'zod';
import { PROOF_METHODS, proofInstructions } from '../directory/proof-methods.ts';
import { paths } from '../directory/urls.ts';
import { claimFor, tokenFor } from '../ownership/claim.ts';
import type { OperationContext } from './context.ts';

export const verificationSchema = z.object({
  domain: z.string(),
  token: z.string().describe('Proof token of this client for this domain.'),
  verify_endpoint: z.url().describe('URL to POST to when a proof is published; whoever holds it can redeem the proof.'),
  methods: z
    .array(
      z.object({
        method: z.enum(PROOF_METHODS),
        description: z.string(),
        snippet: z.string().describe('Ready to paste.'),
      }),
    )
    .describe('Any one suffices.'),
});
export type Verification = z.infer<typeof verificationSchema>;

/** How the caller of this context proves control of `domain`. `generation` counts the keys ever issued for it. */
export function verificationFor(context: OperationContext, domain: string, generation: number): Verification {
  const { baseUrl, serviceName, serverSecret, client } = context;
  const claim = claimFor(serverSecret, client, domain);
  const token = tokenFor(domain, claim, generation);
  return {
    domain,
    token,
    verify_endpoint: `${baseUrl}${paths.verify(domain)}?claim=${claim}`,
    methods: proofInstructions(domain, token, { name: serviceName, baseUrl }),
  };
}
