import type { Domain, FoundSite } from '../../directory/record.ts';
import { siteView } from '../../site/content/views/sites/site-view.ts';

/** Short record for a model. It leaves out the claim and lists of the record, which has up to 5 kB. */
export function toFoundSite(record: Domain): FoundSite {
  const { domain, status, tier, authority, verified, llms_txt } = record;
  const { name, about } = siteView(record);
  return { domain, title: name, summary: about, status, tier, authority, verified, llms_txt };
}
