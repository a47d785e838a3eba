import { z } from 'zod';
import { paths } from '../../directory/urls.ts';
import { badgeSnippets } from '../../site/content/badge-snippets.ts';

export const badgeSchema = z.object({
  url: z.url().describe('The SVG badge.'),
  page: z.url().describe('Target page of the link.'),
  html: z.string().describe('Ready to paste.'),
  markdown: z.string().describe('Ready to paste.'),
});

/** Creates the badge of a domain, ready to embed. */
export function badgeFor(baseUrl: string, domain: string): z.infer<typeof badgeSchema> {
  const { image, html, markdown } = badgeSnippets(domain, baseUrl);
  return { url: image, page: `${baseUrl}${paths.domain(domain)}`, html, markdown };
}
