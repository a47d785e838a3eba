import type { ClaimedRegistration } from '../register-with-claim.ts';

export function sayRegistration({ domain, status, queued, verification, claim }: ClaimedRegistration): string {
  const proofs = verification.methods.flatMap(({ method, description, snippet }, index) => [
    `${index + 1}. ${method}: ${description}`,
    `   ${snippet}`,
  ]);
  return [
    queued
      ? `${domain} has been added to the directory; its first crawl is queued and takes about a minute.`
      : `${domain} is in the directory already (status: ${status}).`,
    '',
    'Only to prove that it is yours: publish one of these, any one suffices.',
    ...proofs,
    '',
    `Next: when the proof is served, call verify_domain with domain "${domain}" and claim "${claim}".`,
    'Keep the claim to yourself: whoever holds it can redeem the proof. A later register_domain makes another claim, with another token.',
  ].join('\n');
}
