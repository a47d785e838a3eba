import { escapeMarkdown, markdownUrl } from '../../format/markdown.ts';
import type { OutlineView } from './outline-view.ts';

/**
 * Renders the content of a file for agents as a section of a page. `introduces` adds title and summary, if the page has not shown
 * them.
 */
export function renderOutlineMarkdown(view: OutlineView, heading: string, introduces = false): string[] {
  const { size, title, summary, sections, empty, scope } = view;
  const blocks = sections.map((section) => {
    const items = section.links.map(({ name, url, notes }) => {
      const to = url && markdownUrl(url);
      const label = escapeMarkdown(name);
      return `- ${to ? `[${label}](${to})` : label}${notes ? `: ${escapeMarkdown(notes)}` : ''}`;
    });
    return `### ${escapeMarkdown(section.title)}\n\n${items.join('\n')}`;
  });
  const introduction = introduces
    ? [title, summary].flatMap((words) => (words ? [`> ${escapeMarkdown(words)}`] : []))
    : [];
  return [
    `## ${heading}`,
    scope === null ? size : `${size}. ${scope}`,
    ...(introduction.length > 0 ? [introduction.join('\n>\n')] : []),
    ...blocks,
    ...(empty.length > 0 ? [`Headings without links: ${empty.map(escapeMarkdown).join(', ')}.`] : []),
  ];
}
