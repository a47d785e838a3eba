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

const KEEP_NOTE =
  'Your network address does not identify you, so this page shows another token whenever it is loaded. Keep this page open until your proof is found, or keep the address of step 3: it redeems this token at any time, from anywhere.';

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
    keepNote: steps?.isKept === false ? KEEP_NOTE : null,
    tokenUrl: `${service.baseUrl}${paths.verification(domain)}`,
    verifyUrl: steps?.verifyEndpoint ?? `${service.baseUrl}${paths.verify(domain)}?claim=YOUR-CLAIM`,
  };
}
export type ClaimView = ReturnType<typeof claimView>;

const VERIFIED_NOTE =
  'This domain is verified already. If you control it, a new proof gives you a new key and ends the one before it: that is also how a lost key is replaced.';

/** The page on which one visitor claims a domain. */
export function claimPageView(domain: string, service: Service, verified: boolean, steps: ClaimSteps) {
  return {
    title: `Claim ${domain}`,
    description: `Prove control of ${domain} and get its owner key.`,
    lede: 'Publish one proof, let us check it, and get your key. No account, no e-mail.',
    note: verified ? VERIFIED_NOTE : null,
    claim: claimView(domain, service, steps),
    links: [
      { label: 'What owners can do', path: paths.doc('owners') },
      { label: `Badges for ${domain}`, path: paths.badgesOf(domain) },
    ],
  };
}
export type ClaimPageView = ReturnType<typeof claimPageView>;
