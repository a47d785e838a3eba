import type { BriefListing } from '../../../../directory/record.ts';
import { quote } from '../../format/quote.ts';
import { describeStanding } from '../domain/domain-head.ts';

/** Renders a listing as the text of a tool's answer. */
export function renderListingText(listing: BriefListing): string {
  const { total, page, per_page, results } = listing;
  const count = `${listing.total_is_estimate ? 'About ' : ''}${total} ${total === 1 ? 'domain matches' : 'domains match'}`;
  const suggestion = listing.suggestion === undefined ? '' : ` Did you mean “${listing.suggestion}”?`;
  if (total === 0) return `${count}.${suggestion} Try other or fewer words, scope: all, or include_unlisted: true.`;
  if (results.length === 0) return `${count}; page ${page} is past the end.`;
  const first = (page - 1) * per_page + 1;
  const last = first + results.length - 1;
  return [
    `${count}; shown: ${first}–${last}, verified owners first.${suggestion}`,
    ...results.map((record, at) => `${first + at}. ${record.domain}: ${describeStanding(record)}`),
    quote('the sites themselves', results.map(formatWords).join('\n')),
    last < total
      ? `Next: page ${page + 1} has more; call lookup_domain or read_llms_txt for one site.`
      : 'Next: call lookup_domain or read_llms_txt for one site.',
  ].join('\n');
}

/** Formats the summary of a site as one line. */
export function formatWords({ domain, title, summary }: BriefListing['results'][number]): string {
  return `${domain}: ${[title, summary].filter(Boolean).join(' | ')}`;
}
