import { joinBlocks } from '../../format/markdown.ts';
import type { BadgesView } from './badges-view.ts';

export function renderBadgesMarkdown({ title, lede, whose, styles, states }: BadgesView): string {
  return joinBlocks(
    `# ${title}`,
    `> ${lede}`,
    `States: ${states.map(({ state }) => state).join(', ')}.`,
    whose,
    ...styles.flatMap(({ style, image, html, markdown }) => [
      `## ${style}`,
      `    GET ${image}`,
      `HTML:\n\n\`\`\`html\n${html}\n\`\`\``,
      `Markdown:\n\n\`\`\`markdown\n${markdown}\n\`\`\``,
    ]),
  );
}
