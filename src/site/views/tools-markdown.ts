import { paths } from '../../directory/urls.ts';
import { BADGE_STATES, BADGE_STYLES } from '../badge.ts';
import { badgeSnippets } from '../badge-snippets.ts';
import type { Service } from '../service.ts';

/** Stands for a site in the examples of a page. */
const EXAMPLE = 'example.com';

export function renderCheckMarkdown({ baseUrl }: Service): string {
  return blocks([
    '# Check an llms.txt',
    '> Reads the llms.txt of any public site now and says what is wrong, how to fix it, what an agent sees, and what the two reference readers take. Nothing in the directory changes.',
    `    GET ${baseUrl}${paths.checkApi}/${EXAMPLE}`,
    'The answer is JSON. With `Accept: text/event-stream` the progress comes first, then the result.',
    `- [Rules](${baseUrl}${paths.markdown(paths.rules)}): what is checked\n- [API](${baseUrl}${paths.markdown(paths.doc('api'))}): everything else that can be asked`,
  ]);
}

export function renderGenerateMarkdown({ baseUrl }: Service): string {
  return blocks([
    '# Draft an llms.txt',
    '> Reads the homepage, the sitemap and page titles of any public site and drafts an llms.txt from them. It invents nothing; it takes up to 30 seconds.',
    `    GET ${baseUrl}${paths.generateApi}/${EXAMPLE}`,
    'The answer is JSON with the draft in `text`. With `Accept: text/event-stream` the progress comes first, then the result.',
    `- [Check](${baseUrl}${paths.markdown(paths.check)}): validate what you have published\n- [For owners](${baseUrl}${paths.markdown(paths.doc('owners'))}): register the site and prove control of it`,
  ]);
}

export function renderBadgesMarkdown({ baseUrl }: Service): string {
  const { html, markdown } = badgeSnippets(EXAMPLE, baseUrl);
  return blocks([
    '# Badges',
    `> An SVG picture with the state of a site's llms.txt: ${BADGE_STATES.join(', ')}. It links back to the site's page and is kept up to date.`,
    `    GET ${baseUrl}${paths.badge(EXAMPLE)}?style=flat`,
    `Styles: ${BADGE_STYLES.map((style) => `\`${style}\``).join(', ')}; \`flat\` where none is given.`,
    `## HTML\n\n\`\`\`html\n${html}\n\`\`\``,
    `## Markdown\n\n\`\`\`markdown\n${markdown}\n\`\`\``,
  ]);
}

function blocks(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}
