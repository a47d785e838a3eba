import type { PublicFacts } from '../../directory/record.ts';
import { paths } from '../../directory/urls.ts';

/** Size in pixels that social networks show uncut. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Tiers with a shared card. */
export const CARD_TIERS = ['listed', 'unlisted'] as const;
export type CardTier = (typeof CARD_TIERS)[number];

/** Preview image of a page for social networks. */
export interface Card {
  readonly path: string;
  /** Alternative text. */
  readonly alt: string;
}

/** Reports whether the site has a card. */
export function hasOwnCard({ tier, verified }: Pick<PublicFacts, 'tier' | 'verified'>): boolean {
  return tier === 'featured' || (verified && tier !== null && tier !== 'rejected');
}

/** Returns the card of a site, its tier, or the whole directory (null). */
export function cardOf(facts: Pick<PublicFacts, 'domain' | 'tier' | 'verified'>): Card | null {
  const alt = `The llms.txt of ${facts.domain}`;
  if (hasOwnCard(facts)) return { path: paths.domainCard(facts.domain), alt };
  const tier = CARD_TIERS.find((one) => one === facts.tier);
  return tier === undefined ? null : { path: paths.tierCard(tier), alt: `${alt}: ${tier}` };
}
