import { formatBytes, formatDuration } from '../../../../directory/format-numbers.ts';
import type { Evidence } from '../../../../directory/visit.ts';
import { formatInstant } from '../../format/dates.ts';
import { cleanText } from '../../format/untrusted-text.ts';
import type { Fact } from '../phrase.ts';

const MAX_CHARACTERS = 300;
/** Number of shown characters of a hash, enough to compare visits. */
const SHOWN_HASH_CHARACTERS = 12;

export function evidenceView(evidence: Evidence) {
  const { at, duration_ms, url, final_url, chain, bytes, robots, hash, headers } = evidence;
  const code = (text: string) => [{ code: cleanText(text, MAX_CHARACTERS) }];
  const facts: Fact[] = [
    { label: 'When', value: [{ at }, `, in ${formatDuration(duration_ms)}`] },
    { label: 'Asked for', value: code(url) },
    ...(final_url === url ? [] : [{ label: 'Answered by', value: code(final_url) }]),
    ...(chain.length > 1 ? [{ label: 'Redirects', value: [String(chain.length - 1)] }] : []),
    { label: 'Answer', value: [describeAnswer(evidence)] },
    ...(bytes === null ? [] : [{ label: 'Size', value: [formatBytes(bytes)] }]),
    { label: 'robots.txt', value: [robots] },
    ...(hash ? [{ label: 'Hash', value: code(`${hash.slice(0, SHOWN_HASH_CHARACTERS)}…`) }] : []),
  ];
  return {
    line: `${url.endsWith('/robots.txt') ? 'robots.txt: ' : ''}${describeAnswer(evidence)}, ${formatInstant(at)}`,
    facts,
    headers: Object.entries(headers)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => ({ name, value: cleanText(value, MAX_CHARACTERS) })),
  };
}
export type EvidenceView = ReturnType<typeof evidenceView>;

function describeAnswer({ status, failure, not_modified }: Evidence): string {
  const answer = status === null ? `no answer (${failure ?? 'unknown'})` : `HTTP ${status}`;
  return `${answer}${not_modified ? ', not modified since the visit before' : ''}`;
}
