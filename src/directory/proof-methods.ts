/** How a proof is found: the values of `via` and of `method`. */
export const PROOF_METHODS = ['llms_txt', 'dns', 'meta', 'well_known'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

export interface ProofInstructions {
  readonly method: ProofMethod;
  readonly description: string;
  /** Ready to paste. */
  readonly snippet: string;
}

/** The four ways to publish `token` for `domain`, the recommended one first; any one suffices. */
export function proofInstructions(
  domain: string,
  token: string,
  service: { readonly name: string; readonly baseUrl: string },
): ProofInstructions[] {
  const label = service.name.replace(/[\\[\]]/g, '\\$&');
  return [
    {
      method: 'llms_txt',
      description: `Recommended: add this list item to https://${domain}/llms.txt.`,
      snippet: `- [${label}](${service.baseUrl}/domain/${domain}?verify=${token})`,
    },
    {
      method: 'dns',
      description: `Add this TXT record to the zone of ${domain}.`,
      snippet: `_svc-verify.${domain}. IN TXT "svc-verify=${token}"`,
    },
    {
      method: 'meta',
      description: `Add this element to the head of https://${domain}/.`,
      snippet: `<meta name="svc-verify" content="${token}">`,
    },
    {
      method: 'well_known',
      description: `Serve this text as https://${domain}/.well-known/svc-verify.txt.`,
      snippet: token,
    },
  ];
}
