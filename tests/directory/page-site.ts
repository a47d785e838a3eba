import type { PageSite } from '../../src/directory/resolution.ts';

/** Listed site with a file without links, as the lookup of a page finds it. */
export const pageSiteOf = (domain: string, given: Partial<PageSite> = {}): PageSite => ({
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
