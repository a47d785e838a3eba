import { paths } from '../../../directory/urls.ts';
import { countOf } from '../../format/numbers.ts';
import { cleanText } from '../../format/untrusted-text.ts';
import { type Markup, mark } from '../../markup.ts';
import type { AnsweredFinding } from './check-answer.ts';
import { type Mending, placeKey } from './fix-text.ts';
import { findingId, lineId } from './mark-source.ts';
import { SEVERITY_WORDS } from './severity-words.ts';

const SEVERITIES = ['error', 'warning', 'info'] as const;
/** A rule that is broken in a hundred lines is shown at its first places. */
const MAX_PLACES = 5;

/** What was found, one entry for each rule, the worst first, with what to type instead where that can be known. */
export function markFindings(findings: readonly AnsweredFinding[], mending: Mending | null, place: string): Markup {
  const rules = SEVERITIES.flatMap((severity) => [
    ...Map.groupBy(
      findings.filter((finding) => finding.severity === severity),
      ({ id }) => id,
    ).values(),
  ]);
  return mark(
    'section',
    { class: 'panel', 'aria-labelledby': `${place}-findings` },
    mark('h2', { id: `${place}-findings` }, 'Findings'),
    markCounts(findings),
    rules.length === 0
      ? mark('p', { class: 'empty' }, 'Nothing to mend: no rule is broken.')
      : mark('ul', { class: 'findings' }, ...rules.map((places) => markRule(places, mending, place))),
  );
}

/** `2 errors, 1 hint`, each in its colour; nothing where nothing was found. */
function markCounts(findings: readonly AnsweredFinding[]): Markup | null {
  if (findings.length === 0) return null;
  const counted = SEVERITIES.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [mark('span', { class: `count ${severity}` }, countOf(count, SEVERITY_WORDS[severity]))];
  });
  return mark('p', { class: 'counts' }, ...counted);
}

function markRule(found: readonly AnsweredFinding[], mending: Mending | null, place: string): Markup | null {
  const [first] = found;
  if (!first) return null;
  const { id, severity, title, message, fix } = first;
  const places = found.filter(({ line }) => line !== null);
  const rest = places.length - MAX_PLACES;
  return mark(
    'li',
    { class: `finding ${severity}`, id: findingId(place, id), tabindex: '-1' },
    mark(
      'h3',
      {},
      mark('span', { class: 'severity' }, SEVERITY_WORDS[severity]),
      ' ',
      mark('a', { href: paths.rule(id) }, title),
      found.length > 1 ? mark('span', { class: 'times' }, `× ${found.length}`) : null,
    ),
    mark('p', {}, mark('bdi', {}, cleanText(message, 400))),
    fix === null
      ? null
      : mark('p', { class: 'fix' }, mark('strong', {}, 'Fix'), ' ', mark('bdi', {}, cleanText(fix, 400))),
    ...places.slice(0, MAX_PLACES).flatMap((one) => markPlace(one, mending, place)),
    rest > 0 ? mark('p', { class: 'place' }, `and ${countOf(rest, 'more place')}`) : null,
  );
}

function markPlace(finding: AnsweredFinding, mending: Mending | null, place: string): Markup[] {
  const { line } = finding;
  const excerpt = cleanText(finding.excerpt ?? '', 120);
  const mended = mending?.places.get(placeKey(finding));
  return [
    mark(
      'p',
      { class: 'place' },
      mark('a', { class: 'line-number', href: `#${lineId(place, line ?? 0)}` }, `line ${line}`),
      excerpt === '' ? null : mark('code', {}, mark('bdi', {}, excerpt)),
    ),
    ...(mended
      ? [
          mark('p', { class: 'place' }, mended.after.trim() === '' ? 'Leave it out.' : 'Type instead:'),
          ...(mended.after.trim() === '' ? [] : [mark('pre', {}, mark('code', {}, mended.after))]),
        ]
      : []),
  ];
}
