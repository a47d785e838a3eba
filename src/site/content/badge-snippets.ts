import { paths } from '../../directory/urls.ts';
import { type BadgeStyle, badgeHeight } from './badge.ts';

export function badgeSnippets(domain: string, baseUrl: string, style: BadgeStyle = 'flat') {
  const image = `${baseUrl}${paths.badge(domain)}${style === 'flat' ? '' : `?style=${style}`}`;
  const page = `${baseUrl}${paths.domain(domain)}`;
  const alt = `llms.txt status of ${domain}`;
  return {
    image,
    html: `<a href="${page}"><img src="${image}" alt="${alt}" height="${badgeHeight(style)}"></a>`,
    markdown: `[![${alt}](${image})](${page})`,
  };
}
