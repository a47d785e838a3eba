import type { Domain, FoundSite } from '../directory/record.ts';
import { siteView } from '../site/views/sites/site-view.ts';

/** A record for a model: it is up to 5 kB, of which its claim and its lists help nobody to choose. */
export function toFoundSite(record: Domain): FoundSite {
  const { domain, status, tier, authority, verified, llms_txt } = record;
  const { name, about } = siteView(record);
  return { domain, title: name, summary: about, status, tier, authority, verified, llms_txt };
}
