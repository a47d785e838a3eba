import type { BriefChanges } from '../../../../directory/change.ts';
import { formatQuantity } from '../../../../directory/format-numbers.ts';
import { quote } from '../../format/quote.ts';

/** Renders a page of the change log as the text of a tool's answer. */
export function renderChangesText({ changes, cursor, more, reset }: BriefChanges): string {
  const next = `Call again with since: ${cursor}${more ? ' for the next page.' : ' later for new changes.'}`;
  if (changes.length === 0) return `Nothing has changed. ${next}`;
  return [
    `${formatQuantity(changes.length, 'change')}, the oldest first.${reset ? ' The cursor is not valid here, so this is the start of the log.' : ''}`,
    quote('the sites themselves', changes.map(describeChange).join('\n')),
    next,
  ].join('\n');
}

function describeChange({ at, domain, kind, record }: BriefChanges['changes'][number]): string {
  const facts = record === null ? [] : [record.status, record.tier, record.title];
  return [`${at} ${domain}: ${kind}`, ...facts.filter(Boolean)].join(', ');
}
