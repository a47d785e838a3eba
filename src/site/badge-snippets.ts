import { paths } from '../directory/urls.ts';
import { type BadgeStyle, badgeHeight } from './badge.ts';

export interface BadgeSnippets {
  /** Address of the picture. */
  readonly image: string;
  readonly html: string;
  readonly markdown: string;
}

/** Says whose badges are shown; null for an example, which is somebody else's. */
export function whoseBadges(domain: string | null): string {
  return domain === null ? 'As an example, the badges of example.com:' : `The badges of ${domain}:`;
}

/** The badge as owners embed it; in the usual style unless another is named. */
export function badgeSnippets(domain: string, baseUrl: string, style: BadgeStyle = 'flat'): BadgeSnippets {
  const image = `${baseUrl}${paths.badge(domain)}${style === 'flat' ? '' : `?style=${style}`}`;
  const page = `${baseUrl}${paths.domain(domain)}`;
  const alt = `llms.txt status of ${domain}`;
  return {
    image,
    html: `<a href="${page}"><img src="${image}" alt="${alt}" height="${badgeHeight(style)}"></a>`,
    markdown: `[![${alt}](${image})](${page})`,
  };
}
