import type { Severity } from '#llmstxt';
import { countOf, formatCount } from '../../format/numbers.ts';
import { type Markup, type MarkupNode, mark } from '../../markup.ts';
import type { AnsweredFinding } from './check-answer.ts';
import { SEVERITY_WORDS } from './severity-words.ts';

/** Lines that are shown: more than nearly every file has, few enough for a phone. */
const MAX_LINES = 1_000;
const MAX_LINE_CHARACTERS = 1_000;

/** The text by lines, those with findings marked by the worst of them. */
export function markSource(text: string, findings: readonly AnsweredFinding[], place: string): Markup {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  const byLine = Map.groupBy(
    findings.filter(({ line }) => line !== null),
    ({ line }) => line ?? 0,
  );
  const shown = lines.slice(0, MAX_LINES).map((line, at) => markLine(line, at + 1, byLine.get(at + 1) ?? [], place));
  const rest = lines.length - shown.length;
  return mark(
    'section',
    { class: 'panel source', 'aria-labelledby': `${place}-source` },
    mark('h2', { id: `${place}-source` }, 'The text'),
    lines.length === 0
      ? mark('p', { class: 'empty' }, 'There is nothing in it.')
      : mark(
          'div',
          { class: 'source-scroll', tabindex: '0', role: 'region', 'aria-label': 'The text with its line numbers' },
          mark('ol', { class: 'lines' }, ...shown),
        ),
    rest > 0 ? mark('p', { class: 'note' }, `${countOf(rest, 'more line')} not shown.`) : null,
  );
}

function markLine(line: string, number: number, found: readonly AnsweredFinding[], place: string): Markup {
  const worst = worstOf(found);
  const marker: MarkupNode[] =
    worst === null
      ? []
      : [
          mark(
            'a',
            {
              class: 'marker',
              href: `#${findingId(place, found[0]?.id ?? '')}`,
              title: found.map(({ title }) => title).join('\n'),
            },
            SEVERITY_WORDS[worst],
          ),
        ];
  return mark(
    'li',
    { id: lineId(place, number), ...(worst !== null && { class: worst }) },
    mark('span', { class: 'line-at', 'aria-hidden': 'true' }, formatCount(number)),
    mark('code', { dir: 'auto' }, showLine(line)),
    ...marker,
  );
}

function worstOf(found: readonly AnsweredFinding[]): Severity | null {
  for (const severity of ['error', 'warning', 'info'] as const) {
    if (found.some((finding) => finding.severity === severity)) return severity;
  }
  return null;
}

/** A line as it is, but for what would move or hide the text around it. */
function showLine(line: string): string {
  const head = line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)}…` : line;
  return head
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g, '\ufffd')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1');
}

export const lineId = (place: string, line: number) => `${place}-line-${line}`;
export const findingId = (place: string, rule: string) => `${place}-finding-${rule}`;
