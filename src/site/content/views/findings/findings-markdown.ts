import { escapeMarkdown } from '../../format/markdown.ts';
import { type FindingsView, findingLines } from './findings-view.ts';

/** Renders findings as a section of a page. `empty` is the text if there are no findings. */
export function renderFindingsMarkdown(
  findings: FindingsView,
  heading: string,
  empty: string,
  baseUrl: string,
): string[] {
  const title = `## ${escapeMarkdown(heading)}`;
  if (findings.rules.length === 0) return [title, empty];
  const counts = findings.counts.map(({ text }) => text).join(', ');
  const lines = findingLines(findings, {
    name: ({ id, path }) => `[${id}](${baseUrl}${path})`,
    quote: escapeMarkdown,
  });
  return [`${title}: ${counts}`, lines.map((line) => `- ${line}`).join('\n')];
}
