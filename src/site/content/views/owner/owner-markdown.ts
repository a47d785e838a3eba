import { paths } from '../../../../directory/urls.ts';
import { linkPage, renderPage } from '../../format/markdown.ts';

/** Explains the dashboard, which needs a form. */
export function renderOwnerMarkdown(baseUrl: string): string {
  const sites = `${baseUrl}${paths.sites}/example.com`;
  return renderPage(
    'Owner dashboard',
    'Edit the entry of a site, set up its alerts, and see its lookups and scores, with the owner key of its domain.',
    'The page works in a browser. Each part is one API request, with `Authorization: Bearer <API_KEY>`:',
    [
      `- Profile and alerts: \`PATCH ${sites}\``,
      `- Lookups, scores, messages: \`GET ${sites}/stats\``,
      `- Test alert: \`POST ${sites}/notify/test\``,
      `- Visit now: \`POST ${sites}/recrawl\``,
    ],
    [
      `- ${linkPage('For owners', paths.doc('owners'), baseUrl)}: get or replace a key`,
      `- ${linkPage('API', paths.doc('api'), baseUrl)}: all requests of the API`,
    ],
  );
}
