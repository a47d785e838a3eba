import { paths } from '../../../directory/urls.ts';

/** Renders robots.txt, which allows all paths except for paths that start work for any name. */
export function renderRobots(baseUrl: string): string {
  return [
    'User-agent: *',
    'Content-Signal: search=yes, ai-input=yes, ai-train=yes',
    'Disallow: /v1/check/',
    'Disallow: /v1/generate/',
    'Disallow: /search?',
    // Disallow filters, because their combinations are unlimited.
    'Disallow: /browse?',
    'Disallow: /add?',
    'Disallow: /check?',
    'Disallow: /generate?',
    'Disallow: /resolve?',
    'Disallow: /http:/',
    'Disallow: /https:/',
    'Disallow: /claim/',
    `Sitemap: ${baseUrl}${paths.sitemapIndex}`,
    '',
  ].join('\n');
}
