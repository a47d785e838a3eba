import { BADGE_STATES, BADGE_STYLES, badgeHeight, renderBadge } from '../../badge.ts';
import { badgeSnippets } from '../../badge-snippets.ts';
import { renderPage } from '../../format/markdown.ts';

const EXAMPLE = 'example.com';

/** Creates the view. `domain` is the domain of the badges, or null for an example. */
export function badgesView(domain: string | null, baseUrl: string) {
  const badgeDomain = domain ?? EXAMPLE;
  return {
    title: domain === null ? 'Badges' : `Badges for ${domain}`,
    description:
      'A badge for your site that shows the status of your llms.txt and links to its page: three styles, ready to copy.',
    lede: 'An image for your README or site that shows the current status of your llms.txt. It updates itself.',
    whose: domain === null ? `As an example, the badges of ${EXAMPLE}:` : `The badges of ${domain}:`,
    styles: BADGE_STYLES.map((style) => {
      const snippets = badgeSnippets(badgeDomain, baseUrl, style);
      return {
        style,
        ...snippets,
        source:
          domain === null
            ? dataUrl(renderBadge(badgeDomain, { state: 'verified', score: null }, style))
            : snippets.image.slice(baseUrl.length),
        alt: `llms.txt status of ${badgeDomain}`,
        height: badgeHeight(style),
      };
    }),
    states: BADGE_STATES.map((state) => ({
      state,
      source: dataUrl(renderBadge(EXAMPLE, { state, score: null })),
      height: badgeHeight('flat'),
    })),
  };
}

const dataUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

export function renderBadgesMarkdown(view: ReturnType<typeof badgesView>): string {
  const { title, lede, whose, styles, states } = view;
  const snippets = styles.flatMap(({ style, image, html, markdown }) => [
    `## ${style}`,
    `    GET ${image}`,
    `HTML:\n\n\`\`\`html\n${html}\n\`\`\``,
    `Markdown:\n\n\`\`\`markdown\n${markdown}\n\`\`\``,
  ]);
  return renderPage(title, lede, `States: ${states.map(({ state }) => state).join(', ')}.`, whose, ...snippets);
}
