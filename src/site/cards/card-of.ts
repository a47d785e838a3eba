import type { PublicFacts } from '../../directory/record.ts';
import { paths } from '../../directory/urls.ts';

/** In pixels: what social networks show without cutting. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** The tiers whose sites share a card. */
export const CARD_TIERS = ['listed', 'unlisted'] as const;
export type CardTier = (typeof CARD_TIERS)[number];

/** The picture that social networks show of a page. */
export interface Card {
  readonly path: string;
  /** What it shows, in words. */
  readonly alt: string;
}

/** Is there a card for this site alone? */
export function hasOwnCard({ tier, verified }: Pick<PublicFacts, 'tier' | 'verified'>): boolean {
  return tier === 'featured' || (verified && tier !== null && tier !== 'rejected');
}

/** The card of a site, of its tier, or of the whole directory (null). */
export function cardOf(facts: Pick<PublicFacts, 'domain' | 'tier' | 'verified'>): Card | null {
  const alt = `The llms.txt of ${facts.domain}`;
  if (hasOwnCard(facts)) return { path: paths.domainCard(facts.domain), alt };
  const tier = CARD_TIERS.find((one) => one === facts.tier);
  return tier === undefined ? null : { path: paths.tierCard(tier), alt: `${alt}: ${tier}` };
}
