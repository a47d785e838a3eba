import type { AppDeps } from '../../../functions/http/app.ts';
import type { Page } from '../../../src/site/content/page.ts';

/** Creates a renderer that records the pages to show. The body is the kind or the path of the page. */
export function recordPages() {
  const shown: { path: string; page: Page }[] = [];
  const html = (body: string, status = 200) => ({ status, contentType: 'text/html; charset=utf-8', body });
  const renderer: AppDeps['renderer'] = {
    render: async (path) => html(`file ${path}`),
    show: async (path, page) => {
      shown.push({ path, page });
      return html(page.kind);
    },
    showMarkdown: () => Promise.reject(new Error('unexpected Markdown')),
    notFound: async (domain) => html(`no ${domain}`, 404),
  };
  return { shown, renderer };
}
