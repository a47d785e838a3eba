import { lint } from '#llmstxt';

export interface LinkedPage {
  readonly type: 'text/markdown; charset=utf-8' | 'text/html; charset=utf-8';
  readonly body: string;
}

/**
 * Returns short pages for the links in the llms.txt of `domain`, by path, so that links of a sample site work without
 * files.
 */
export function linkedPages(llmsTxt: Uint8Array, domain: string): Map<string, LinkedPage> {
  const pages = new Map<string, LinkedPage>();
  const { document } = lint({ body: llmsTxt, url: `https://${domain}/llms.txt` });
  for (const { title, url, notes } of document?.links ?? []) {
    const target = URL.parse(url ?? '');
    if (target?.hostname !== domain || pages.has(target.pathname)) continue;
    const isMarkdown = target.pathname.endsWith('.md');
    pages.set(target.pathname, isMarkdown ? markdownPage(title, notes) : htmlPage(title, notes));
  }
  return pages;
}

const markdownPage = (title: string, notes: string | null): LinkedPage => ({
  type: 'text/markdown; charset=utf-8',
  body: `# ${title}\n\n${notes ?? 'There is nothing more on this page.'}\n`,
});

const htmlPage = (title: string, notes: string | null): LinkedPage => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html>\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(notes ?? '')}</p>\n`,
});

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
