import { formatQuantity } from '../../../../directory/format-numbers.ts';
import type { Status } from '../../../../directory/state.ts';
import { markAfterVisit } from '../../format/status-words.ts';

export const FIRST_VISIT = {
  waiting:
    'Waiting for the crawler to fetch the llms.txt. A new site usually waits less than a minute. A site of an imported list waits longer.',
  late: 'The crawler has not been there yet. The crawler is busy, or the site answers slowly. You can leave this page and come back later.',
  gone: 'The status cannot be read at the moment. Reload this page to try again.',
} as const;

/** Describes the result of a first visit in at most two sentences. */
export function firstVisitText(status: Status, authority: number | null, links: number | null): string {
  const { label, meaning } = markAfterVisit(status, false);
  const score = authority === null ? '' : ` ${formatQuantity(links ?? 0, 'link')}, authority ${authority} of 100.`;
  return `${label}: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}${score}`;
}
