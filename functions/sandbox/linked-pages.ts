export interface LinkedPage {
  readonly type: 'text/markdown; charset=utf-8' | 'text/html; charset=utf-8';
  readonly body: string;
}

/** A list item with a link and its notes: the form that the sample's own files use. */
const LINK = /\[([^\]\n]+)\]\(<?([^()\s<>]+)>?[^)\n]*\)(?:\s*[:：–—-]\s*([^\n]+))?/g;

/**
 * The pages of `domain` that its llms.txt links to, by path: what the link says, as a short page,
 * so that a sample site answers its own links without hundreds of files.
 */
export function linkedPages(llmsTxt: string, domain: string): Map<string, LinkedPage> {
  const pages = new Map<string, LinkedPage>();
  for (const [, title = '', href = '', notes = ''] of llmsTxt.matchAll(LINK)) {
    const url = URL.parse(href, `https://${domain}/`);
    if (url?.hostname !== domain || pages.has(url.pathname)) continue;
    pages.set(url.pathname, url.pathname.endsWith('.md') ? markdownPage(title, notes) : htmlPage(title, notes));
  }
  return pages;
}

const markdownPage = (title: string, notes: string): LinkedPage => ({
  type: 'text/markdown; charset=utf-8',
  body: `# ${title}\n\n${notes || 'Nothing more is said here.'}\n`,
});

const htmlPage = (title: string, notes: string): LinkedPage => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html>\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(notes)}</p>\n`,
});

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
