import { addCopyButtons } from './copy-buttons.ts';
import { make } from './make.ts';

export async function readPage(response: Response): Promise<Document> {
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Replaces the page's content, title and style sheets by those of another page. */
export async function showPage(page: Document): Promise<HTMLElement> {
  const current = document.querySelector('main');
  const next = page.querySelector('main');
  if (!current || !next) throw new TypeError('a page of this site has a main element');
  await Promise.all([...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(addStyles));
  current.replaceChildren(...document.adoptNode(next).childNodes);
  document.title = page.title;
  addCopyButtons(current);
  return current;
}

/** Adds a style sheet. Resolves after the style sheet applies. Ignores a missing style sheet. */
async function addStyles({ href }: HTMLLinkElement): Promise<void> {
  const stylesheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  if (stylesheets.some((link) => link.href === href)) return;
  await new Promise((resolve) => {
    document.head.append(make('link', { rel: 'stylesheet', href, onload: resolve, onerror: resolve }));
  });
}
