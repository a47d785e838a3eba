/**
 * Renders a reference entry, folded under its heading. `about`: what it is in a line, which only the page shows: the
 * Markdown version leaves out every line that begins with a tag.
 */
export function renderEntry(heading: string, about: string | null, blocks: readonly string[]): string {
  return [
    `<details class="folded">\n<summary>${about === null ? '' : `<span>${about}</span>`}`,
    `### ${heading}`,
    '</summary>',
    ...blocks,
    '</details>',
  ].join('\n\n');
}
