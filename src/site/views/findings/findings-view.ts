import type { Finding, Severity } from '#llmstxt';
import { paths } from '../../../directory/urls.ts';
import { countOf } from '../../format/numbers.ts';
import { cleanText } from '../../format/untrusted-text.ts';

/** As much of a finding as is shown. */
export type ShownFinding = Pick<
  Finding,
  'id' | 'title' | 'severity' | 'line' | 'column' | 'excerpt' | 'message' | 'fix'
>;

/** Findings as they are shown: by rule, the worst first. */
export interface FindingsView {
  /** `2 errors`, `1 hint`: the worst first; none for what was not found. */
  readonly counts: readonly { readonly severity: Severity; readonly text: string }[];
  readonly rules: readonly BrokenRule[];
}

/** A rule with the places where it is broken. */
export interface BrokenRule {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly severity: Severity;
  /** The severity as people read it. */
  readonly severityWord: string;
  /** How often it is broken. */
  readonly count: number;
  /** The first of the places. */
  readonly places: readonly FindingPlace[];
  /** `and 3 more places`; null when all are there. */
  readonly more: string | null;
}

/** Places that follow one another with one message. */
export interface PlacesOfMessage {
  readonly message: string;
  readonly fix: string | null;
  readonly places: readonly FindingPlace[];
}

/** The places of a rule, each message once for those that share it. */
export function groupByMessage({ places }: BrokenRule): PlacesOfMessage[] {
  const groups: { message: string; fix: string | null; places: FindingPlace[] }[] = [];
  for (const place of places) {
    const last = groups.at(-1);
    if (last && last.message === place.message && last.fix === place.fix) last.places.push(place);
    else groups.push({ message: place.message, fix: place.fix, places: [place] });
  }
  return groups;
}

/** Messages, fixes and excerpts quote the file: cleaned, not escaped. */
export interface FindingPlace {
  /** Null where the finding is not about a line. */
  readonly line: number | null;
  readonly excerpt: string;
  readonly message: string;
  readonly fix: string | null;
  /** What the lines of the place should be, if that is known; empty where they should go. */
  readonly replacement: string | null;
}

export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];
export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'hint' };
/** Stands where nothing was found. */
export const NO_FINDINGS = 'No problems found.';
/** A rule that is broken in a hundred lines is shown at its first places. */
const MAX_PLACES = 5;
const MAX_MESSAGE_CHARACTERS = 400;
const MAX_EXCERPT_CHARACTERS = 120;

/** `replacementOf` knows what could be typed in the place of a finding; nothing where it is absent. */
export function findingsView(
  findings: readonly ShownFinding[],
  replacementOf: (finding: ShownFinding) => string | null = () => null,
  maxPlaces = MAX_PLACES,
): FindingsView {
  const bySeverity = SEVERITIES.map((severity) => findings.filter((finding) => finding.severity === severity));
  return {
    counts: severityCounts((severity) => findings.filter((finding) => finding.severity === severity).length),
    rules: bySeverity.flatMap((found) =>
      [...Map.groupBy(found, ({ id }) => id).values()].flatMap((places) =>
        brokenRule(places, replacementOf, maxPlaces),
      ),
    ),
  };
}

/** `2 errors`, `1 hint`, the worst first. */
export function severityCounts(countOfSeverity: (severity: Severity) => number): FindingsView['counts'] {
  return SEVERITIES.map((severity) => ({ severity, count: countOfSeverity(severity) }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => ({ severity, text: countOf(count, SEVERITY_WORDS[severity]) }));
}

function brokenRule(
  found: readonly ShownFinding[],
  replacementOf: (finding: ShownFinding) => string | null,
  maxPlaces: number,
): BrokenRule[] {
  const [first] = found;
  if (!first) return [];
  const { id, title, severity } = first;
  const lines = found.filter(({ line }) => line !== null);
  // A finding about the whole file is left out where others of the rule name lines.
  const places = lines.length > 0 ? lines : found;
  const left = places.length - maxPlaces;
  return [
    {
      id,
      path: paths.rule(id),
      title,
      severity,
      severityWord: SEVERITY_WORDS[severity],
      count: found.length,
      places: places.slice(0, maxPlaces).map((finding) => ({
        line: finding.line,
        excerpt: cleanText(finding.excerpt ?? '', MAX_EXCERPT_CHARACTERS),
        message: cleanText(finding.message, MAX_MESSAGE_CHARACTERS),
        fix: finding.fix && cleanText(finding.fix, MAX_MESSAGE_CHARACTERS),
        replacement: replacementOf(finding),
      })),
      more: left > 0 ? `and ${countOf(left, 'more place')}` : null,
    },
  ];
}

/** How a format writes the name of a rule, and words of the file. */
interface FindingStyle {
  name(rule: BrokenRule): string;
  quote(text: string): string;
}

const PLAIN: FindingStyle = { name: ({ id }) => id, quote: (text) => text };

/** Every place as a line: `hint no-notes (line 12): what is wrong. Fix: what to do.` */
export function findingLines({ rules }: FindingsView, { name, quote }: FindingStyle = PLAIN): string[] {
  return rules.flatMap((rule) => {
    const subject = `${rule.severityWord} ${name(rule)}`;
    const lines = rule.places.map(({ line, message, fix }) => {
      const at = line === null ? '' : ` (line ${line})`;
      return `${subject}${at}: ${quote(message)}${fix ? ` Fix: ${quote(fix)}` : ''}`;
    });
    return rule.more ? [...lines, `${subject}: ${rule.more}`] : lines;
  });
}
