import type { ProofMethod } from '../../../../directory/proof-methods.ts';
import { BENEFITS, OWNER_BENEFITS, type PublicFacts } from '../../../../directory/record.ts';
import { paths } from '../../../../directory/urls.ts';
import { proofInstructions } from '../../../../ownership/proof-instructions.ts';
import type { ProofSite } from '../../../../ownership/proof-places.ts';
import type { Service } from '../../../service.ts';

const TOKEN_PLACEHOLDER = 'YOUR-TOKEN';

/** Names of each proof: in a list, for a button, and after a verb. */
export const PROOF_WORDS: Readonly<Record<ProofMethod, Record<'name' | 'checked' | 'found', string>>> = {
  llms_txt: { name: 'A link in your llms.txt', checked: 'the link', found: 'the link in its llms.txt' },
  dns: { name: 'A DNS record', checked: 'the DNS record', found: 'its DNS record' },
  meta: { name: 'A meta element', checked: 'the meta element', found: 'the meta element of its homepage' },
  well_known: { name: 'A well-known file', checked: 'the file', found: 'its well-known file' },
};

/** Lists the benefits of a proof. A site that is kept out gets no benefits in lists. */
export function listBenefits(tier: PublicFacts['tier']): readonly string[] {
  return tier === 'rejected' ? OWNER_BENEFITS : BENEFITS;
}

/** Explains a claim without a token. */
export function claimView(site: ProofSite, tier: PublicFacts['tier'], service: Service) {
  const { domain } = site;
  return {
    domain,
    path: paths.claim(domain),
    benefits: listBenefits(tier),
    methods: proofInstructions({ site, token: TOKEN_PLACEHOLDER, service }).map((instructions) => ({
      ...instructions,
      name: PROOF_WORDS[instructions.method].name,
    })),
    tokenUrl: `${service.baseUrl}${paths.verification(domain)}`,
    verifyUrl: `${service.baseUrl}${paths.verify(domain)}?claim=YOUR-CLAIM`,
  };
}
export type ClaimView = ReturnType<typeof claimView>;

export function renderProofs(methods: ClaimView['methods']): string[] {
  return methods.map(
    ({ description, snippet }, at) => `${at + 1}. ${description}\n\n   \`\`\`\n   ${snippet}\n   \`\`\``,
  );
}
