import { formatQuantity } from '../../../../directory/format-numbers.ts';
import type { LinkListing } from '../../../../directory/link.ts';
import { quote } from '../../format/quote.ts';

/** Renders a page of links as the text of a tool's answer. */
export function renderLinksText(listing: LinkListing): string {
  const { total, page, per_page, results } = listing;
  const count = `${listing.total_is_estimate ? 'About ' : ''}${formatQuantity(total, 'link')} ${total === 1 ? 'matches' : 'match'}`;
  const suggestion = listing.suggestion === undefined ? '' : ` Did you mean “${listing.suggestion}”?`;
  if (total === 0) return `${count}.${suggestion} Try other or fewer words, or search_domains for a site.`;
  if (results.length === 0) return `${count}; page ${page} is past the end.`;
  const first = (page - 1) * per_page + 1;
  const last = first + results.length - 1;
  return [
    `${count}; shown: ${first}–${last}, the best match first.${suggestion}`,
    quote('the sites themselves', results.map((link, at) => `${first + at}. ${describeLink(link)}`).join('\n')),
    `Next: fetch the url of a result, or call read_llms_txt for the full file of its domain.${last < total ? ` Page ${page + 1} has more.` : ''}`,
  ].join('\n');
}

function describeLink({ title, url, notes, section, domain }: LinkListing['results'][number]): string {
  const what = [title, notes].filter(Boolean).join(': ');
  const where = [domain, section].filter(Boolean).join(', ');
  return `${what} (${where})\n   ${url}`;
}
