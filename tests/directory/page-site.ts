import type { PageSite } from '../../src/directory/resolution.ts';

/** Creates a listed site with a file without links, as the lookup of a page returns it. */
export const toPageSite = (domain: string, given: Partial<PageSite> = {}): PageSite => ({
  domain,
  title: domain,
  file: `https://${domain}/llms.txt`,
  scoped: [],
  tier: 'listed',
  verified: false,
  verified_at: null,
  twins: [],
  links: [],
  ...given,
});
