import { formatQuantity } from '../../../../directory/format-numbers.ts';
import type { BriefHistory, Comparison, VersionChange } from '../../../../directory/version.ts';
import { quote } from '../../format/quote.ts';

/** Renders a page of versions as the text of a tool's answer. */
export function renderHistoryText({ domain, page, per_page, total, versions }: BriefHistory): string {
  if (total === 0) return `The directory has no version of the llms.txt of ${domain}.`;
  const count = formatQuantity(total, 'version');
  if ((page - 1) * per_page >= total) return `The llms.txt of ${domain} has ${count}; page ${page} is past the end.`;
  const lines = versions.map(
    ({ version, first_seen, last_seen, status, quality, links, title }) =>
      `${version}: ${first_seen} to ${last_seen}, ${status}, quality ${quality ?? 'unknown'}, ${formatQuantity(links, 'link')}, ${title ?? 'no title'}`,
  );
  return [
    `${count} of the llms.txt of ${domain}, the latest first.`,
    quote(domain, lines.join('\n')),
    ...(page * per_page < total ? [`Call again with page: ${page + 1} for older ones.`] : []),
  ].join('\n');
}

/** Renders the changes between two versions as the text of a tool's answer. */
export function renderComparisonText({ domain, from, to, total, changes }: Comparison): string {
  if (from === to) return `Version ${to} of the llms.txt of ${domain} was compared with itself.`;
  if (total === 0) return `Nothing changed in the llms.txt of ${domain} between version ${from} and version ${to}.`;
  const cut = total > changes.length ? `, of which the first ${changes.length} follow` : '';
  return [
    `${formatQuantity(total, 'change')} of the llms.txt of ${domain} from version ${from} to version ${to}${cut}.`,
    quote(domain, changes.map(describeChange).join('\n')),
  ].join('\n');
}

function describeChange({ kind, section, url, title, notes, before, after }: VersionChange): string {
  const link = url === null ? null : `[${title ?? ''}](${url})`;
  const step = before === null && after === null ? null : `${before || 'none'} → ${after || 'none'}`;
  const facts = [link, notes, section === null ? null : `section ${section}`, step];
  return `${kind.replace('-', ' ')}: ${facts.filter(Boolean).join(', ')}`;
}
