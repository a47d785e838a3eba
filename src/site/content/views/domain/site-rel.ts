import { isOnSite } from '../../../../directory/domain-name.ts';
import type { PublicFacts } from '../../../../directory/record.ts';
import { OUTBOUND_REL } from '../../format/untrusted-text.ts';

/**
 * Returns the rel of a link from a site's page to the site or to a file of the site. Search engines follow the link if
 * the site is featured and the URL is on its registrable domain. Search engines never follow links inside the file,
 * because anyone can write these links.
 */
export function siteRel(url: string, { domain, tier }: Pick<PublicFacts, 'domain' | 'tier'>): string {
  return tier === 'featured' && isOnSite(url, domain) ? 'ugc noopener' : OUTBOUND_REL;
}
