import type { ProofMethod } from '../../../directory/proof-methods.ts';
import { BENEFITS } from '../../../directory/record.ts';
import { paths } from '../../../directory/urls.ts';
import { proofInstructions } from '../../../ownership/proof-instructions.ts';
import type { Service } from '../../service.ts';

/** What a visitor has been given to prove control of a domain. */
export interface ClaimSteps {
  readonly token: string;
  readonly verifyEndpoint: string;
  /** Whether the same visitor is given the same token the next time. */
  readonly isKept: boolean;
}

/** Stands for the token where nobody has asked for one yet. */
const TOKEN_PLACEHOLDER = 'YOUR-TOKEN';

const PROOF_NAMES: Readonly<Record<ProofMethod, string>> = {
  llms_txt: 'A link in your llms.txt',
  dns: 'A DNS record',
  meta: 'A meta element',
  well_known: 'A well-known file',
};

/** How a domain is claimed: with a token of the visitor's own, or with how to get one. */
export function claimView(domain: string, service: Service, steps: ClaimSteps | null) {
  return {
    domain,
    path: paths.claim(domain),
    benefits: BENEFITS,
    methods: proofInstructions(domain, steps?.token ?? TOKEN_PLACEHOLDER, service).map((instructions) => ({
      ...instructions,
      name: PROOF_NAMES[instructions.method],
    })),
    token: steps?.token ?? null,
    // No address shows a token again: in a link from somebody else it would be that person's token.
    isKept: steps?.isKept ?? true,
    tokenUrl: `${service.baseUrl}${paths.verification(domain)}`,
    verifyUrl: steps?.verifyEndpoint ?? `${service.baseUrl}${paths.verify(domain)}?claim=YOUR-CLAIM`,
  };
}
export type ClaimView = ReturnType<typeof claimView>;
