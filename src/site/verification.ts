import { paths } from './urls.ts';

/** Stands for the token where nobody has asked for one yet. */
export const TOKEN_PLACEHOLDER = 'YOUR-TOKEN';

/** The badge as owners embed it. */
export function badgeSnippets(domain: string, baseUrl: string): { html: string; markdown: string } {
  const badge = `${baseUrl}${paths.badge(domain)}`;
  const page = `${baseUrl}${paths.domain(domain)}`;
  return {
    html: `<a href="${page}"><img src="${badge}" alt="llms.txt status of ${domain}" height="20"></a>`,
    markdown: `[![llms.txt status of ${domain}](${badge})](${page})`,
  };
}
