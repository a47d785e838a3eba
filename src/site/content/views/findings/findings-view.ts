import { countBySeverity, countPlaces, type Finding, type Severity } from '#llmstxt';
import { formatQuantity } from '../../../../directory/format-numbers.ts';
import { paths } from '../../../../directory/urls.ts';
import { escapeMarkdown, joinBlocks } from '../../format/markdown.ts';
import { cleanText } from '../../format/untrusted-text.ts';

export type ShownFinding = Pick<
  Finding,
  'id' | 'title' | 'severity' | 'line' | 'column' | 'excerpt' | 'message' | 'more' | 'fix'
>;

export function groupByMessage({ places }: BrokenRule) {
  const groups: { message: string; fix: string | null; places: FindingPlace[] }[] = [];
  for (const place of places) {
    const last = groups.at(-1);
    if (last && last.message === place.message && last.fix === place.fix) last.places.push(place);
    else groups.push({ message: place.message, fix: place.fix, places: [place] });
  }
  return groups;
}

export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];
export const NO_FINDINGS = 'No problems found.';
/** Most shown places per rule, and of all rules together, because a page has at most 60 kB. */
const MAX_PLACES = 5;
const MAX_ALL_PLACES = 60;
const MAX_MESSAGE_CHARACTERS = 400;
const MAX_EXCERPT_CHARACTERS = 120;

export function findingsView(
  findings: readonly ShownFinding[],
  findReplacement: (finding: ShownFinding) => string | null = () => null,
  maxPlaces = MAX_PLACES,
) {
  const byRule = [...Map.groupBy(findings, ({ severity, id }) => `${severity} ${id}`).values()];
  const placesPerRule = Math.min(maxPlaces, Math.ceil(MAX_ALL_PLACES / byRule.length));
  return {
    counts: severityCounts(countBySeverity(findings)),
    rules: byRule
      .flatMap((places) => brokenRule(places, findReplacement, placesPerRule))
      .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)),
  };
}
export type FindingsView = ReturnType<typeof findingsView>;
export type BrokenRule = FindingsView['rules'][number];
export type FindingPlace = BrokenRule['places'][number];

export const NOUNS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** Formats `2 errors`, `1 note`, worst first. */
export function severityCounts(counts: Readonly<Record<Severity, number>>) {
  return SEVERITIES.map((severity) => ({ severity, count: counts[severity] }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => ({ severity, text: formatQuantity(count, NOUNS[severity]) }));
}

function brokenRule(
  found: readonly ShownFinding[],
  findReplacement: (finding: ShownFinding) => string | null,
  maxPlaces: number,
) {
  const [first] = found;
  if (!first) return [];
  const { id, title, severity } = first;
  const lines = found.filter(({ line }) => line !== null);
  // Omit a whole-file finding if other findings of the rule have lines.
  const shownPlaces = (lines.length > 0 ? lines : found).slice(0, maxPlaces);
  const places = lines.length > 0 ? found.filter(({ line, more }) => line !== null || more !== undefined) : found;
  const left = countPlaces(places) - countPlaces(shownPlaces);
  return [
    {
      id,
      path: paths.rule(id),
      title,
      severity,
      count: countPlaces(found),
      places: shownPlaces.map((finding) => ({
        line: finding.line,
        excerpt: cleanText(finding.excerpt ?? '', MAX_EXCERPT_CHARACTERS),
        message: cleanText(finding.message, MAX_MESSAGE_CHARACTERS),
        fix: finding.fix && cleanText(finding.fix, MAX_MESSAGE_CHARACTERS),
        /** Null if unknown, and empty to delete the lines. */
        replacement: findReplacement(finding),
      })),
      more: left > 0 ? `and ${formatQuantity(left, 'more place')}` : null,
    },
  ];
}

/** Format of rule names and file text. */
interface FindingStyle {
  name(rule: BrokenRule): string;
  quote(text: string): string;
}

const PLAIN: FindingStyle = { name: ({ id }) => id, quote: (text) => text };

/** Formats every place as a line, such as `note no-notes (line 12): what is wrong. Fix: what to do.` */
export function findingLines({ rules }: FindingsView, { name, quote }: FindingStyle = PLAIN): string[] {
  return rules.flatMap((rule) => {
    const subject = `${NOUNS[rule.severity]} ${name(rule)}`;
    const lines = rule.places.map(({ line, message, fix }) => {
      const at = line === null ? '' : ` (line ${line})`;
      return `${subject}${at}: ${quote(message)}${fix ? ` Fix: ${quote(fix)}` : ''}`;
    });
    return rule.more ? [...lines, `${subject}: ${rule.more}`] : lines;
  });
}

/** Renders findings as a section of a page. `empty` is the text if there are no findings. */
export function renderFindingsMarkdown(
  findings: FindingsView,
  heading: string,
  empty: string,
  baseUrl: string,
): string {
  const title = `## ${escapeMarkdown(heading)}`;
  if (findings.rules.length === 0) return joinBlocks(title, empty);
  const counts = findings.counts.map(({ text }) => text).join(', ');
  const lines = findingLines(findings, { name: ({ id, path }) => `[${id}](${baseUrl}${path})`, quote: escapeMarkdown });
  return joinBlocks(
    `${title}: ${counts}`,
    lines.map((line) => `- ${line}`),
  );
}
