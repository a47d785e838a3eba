import type { Domain, FoundSite } from '../../directory/record.ts';
import { siteView } from '../../site/content/views/sites/site-view.ts';

/** Shortens a record for a model. Leaves out the claim and lists, because a record has up to 5 kB. */
export function toFoundSite(record: Domain): FoundSite {
  const { domain, status, tier, authority, verified, llms_txt } = record;
  const { name, about } = siteView(record);
  return { domain, title: name, summary: about, status, tier, authority, verified, llms_txt };
}
