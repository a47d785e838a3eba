import type { ProofInstructions } from '../../../../ownership/proof-instructions.ts';

interface RegistrationAnswer {
  readonly domain: string;
  readonly status: string;
  readonly queued: boolean;
  readonly verification: { readonly methods: readonly ProofInstructions[] };
  /** Secret for `verify_domain`. */
  readonly claim: string;
}

export function renderRegistrationText({ domain, status, queued, verification, claim }: RegistrationAnswer): string {
  const proofs = verification.methods.flatMap(({ method, description, snippet }, index) => [
    `${index + 1}. ${method}: ${description}`,
    `   ${snippet}`,
  ]);
  return [
    queued
      ? `${domain} has been added to the directory; its first crawl is queued and takes about a minute.`
      : `${domain} is in the directory already (status: ${status}).`,
    '',
    'To prove that the site is yours, publish one of these proofs.',
    ...proofs,
    '',
    `Next: when the proof is served, call verify_domain with domain "${domain}" and claim "${claim}".`,
    'Keep the claim secret, because anyone who has it can redeem the proof. A later register_domain makes another claim, with another token.',
  ].join('\n');
}
