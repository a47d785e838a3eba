import { escapeControls } from '../runtime/escape-controls.ts';
import type { PlannedRequest, VisitExplanation } from './explain-visit.ts';

export function formatExplanation(explained: VisitExplanation): string {
  const { domain, isSigned, robotsTxt, requests } = explained;
  if (robotsTxt === null) return `${domain}: ${scheduleLine(explained)}\n`;
  const answer =
    robotsTxt.status === null ? `no answer: ${robotsTxt.detail ?? 'unknown'}` : `status ${robotsTxt.status}`;
  const lines = [
    `${domain}: ${scheduleLine(explained)}`,
    `Requested for this explanation: ${robotsTxt.url} (${answer}). Nothing was written.`,
    `Requests over https are ${isSigned ? 'signed' : 'not signed'}. A visit would request, one at a time:`,
    ...requests.flatMap(requestLines),
    'Then at most 20 more: links in the file, at most 5 of them on other sites, and up to 6 that look for Markdown versions of pages. Each request obeys the robots.txt of its host.',
  ];
  const isForbidden = requests.at(-1)?.robots !== 'allowed' && requests.length === 2;
  const output = isForbidden ? [...lines.slice(0, -1), 'The visit would end there.'] : lines;
  return `${output.map(escapeControls).join('\n')}\n`;
}

function scheduleLine({ schedule, dueAt, worker }: VisitExplanation): string {
  if (schedule === 'not-tracked') return 'not in the directory; this would be its first visit.';
  if (schedule === 'never') return 'not visited, because a decision blocks it. Nothing was requested.';
  if (schedule === 'leased')
    return `visited now by ${worker ?? 'a crawler'}, whose lease ends at ${dueAt ?? 'some time'}.`;
  return schedule === 'due' ? `due since ${dueAt}.` : `not due before ${dueAt}.`;
}

const VERDICTS: Partial<Readonly<Record<PlannedRequest['robots'], string>>> = {
  'not-read': 'the robots.txt of that host decides',
  unknown: 'not requested until robots.txt can be read (RFC 9309, section 2.3.1.4)',
};

function requestLines({ url, when, headers, robots, rule }: PlannedRequest, i: number): string[] {
  const deciding = rule ? `line ${rule.line}, "${rule.text}"` : 'no rule covers it';
  const verdict = VERDICTS[robots] ?? `${robots} by robots.txt (${deciding})`;
  const conditions = Object.entries(headers).map(([name, value]) => `     with ${name}: ${value}`);
  return [`${String(i + 1).padStart(3)}. ${url}`, `     ${when}; ${verdict}`, ...conditions];
}
