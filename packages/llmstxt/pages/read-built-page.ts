import { mainText } from './main-text.ts';
import { type HtmlElement as Element, type HtmlNode as Node, readHtml } from './read-html.ts';

/** What a built page says about itself. */
export interface BuiltPage {
  /** The first h1. */
  readonly heading: string | null;
  readonly title: string | null;
  readonly description: string | null;
  /** og:site_name */
  readonly siteName: string | null;
  readonly canonical: string | null;
  readonly noindex: boolean;
  /** It sends visitors on to another page. */
  readonly redirects: boolean;
  /** The language of the page, and that of its main text where the text names one of its own. */
  readonly lang: string | null;
  readonly contentLang: string | null;
  /** The address of the page in the default language, as written. */
  readonly defaultUrl: string | null;
  /** The main text as Markdown, with links as written. */
  readonly text: string;
  /** The addresses of all links, as written. */
  readonly hrefs: readonly string[];
  /** The groups of Starlight's sidebar, with the addresses of their pages as written; empty without one. */
  readonly sidebar: readonly SidebarGroup[];
}

export interface SidebarGroup {
  readonly title: string;
  readonly hrefs: readonly string[];
}

/** Reads the HTML of a page that a generator has built. */
export function readBuiltPage(html: string): BuiltPage {
  const all = [...elementsOf(readHtml(html))];
  const main = ['article', 'main', 'body'].flatMap((name) => all.find(({ tagName }) => tagName === name) ?? [])[0];
  return {
    heading: headingOf(all.find(({ tagName }) => tagName === 'h1')),
    title: textOf(all.find(({ tagName }) => tagName === 'title')),
    description: contentOf(all, 'name', 'description'),
    siteName: contentOf(all, 'property', 'og:site_name'),
    canonical: hrefOfLink(all, (element) => attributeOf(element, 'rel') === 'canonical'),
    defaultUrl: hrefOfLink(all, (element) => attributeOf(element, 'hreflang') === 'x-default'),
    lang:
      attributeOf(
        all.find(({ tagName }) => tagName === 'html'),
        'lang',
      )?.trim() || null,
    contentLang:
      attributeOf(
        all.find(({ tagName }) => tagName === 'main'),
        'lang',
      )?.trim() || null,
    text: main === undefined ? '' : mainText(main),
    hrefs: all.flatMap((element) => (element.tagName === 'a' ? (attributeOf(element, 'href') ?? []) : [])),
    redirects: all.some((element) => attributeOf(element, 'http-equiv')?.toLowerCase() === 'refresh'),
    noindex: /\b(?:noindex|none)\b/i.test(contentOf(all, 'name', 'robots') ?? ''),
    sidebar: readSidebar(all),
  };
}

/** Generators put a link to the heading itself into it, with a sign such as `#`, `¶` or a character without width. */
function headingOf(heading: Element | undefined): string | null {
  if (heading === undefined) return null;
  const isAnchor = (node: Node) => 'tagName' in node && attributeOf(node, 'href')?.startsWith('#') === true;
  const words = heading.childNodes.filter((node) => !isAnchor(node)).map(collectText);
  return cleanText(words.join('')) ?? textOf(heading);
}

function hrefOfLink(all: readonly Element[], isWanted: (element: Element) => boolean): string | null {
  return attributeOf(
    all.find((element) => element.tagName === 'link' && isWanted(element)),
    'href',
  );
}

/** Starlight writes a list `top-level` into the navigation `sidebar`; a group of it is a `details` with a `summary`. */
function readSidebar(all: readonly Element[]): readonly SidebarGroup[] {
  const sidebar = all.find((element) => element.tagName === 'nav' && hasClass(element, 'sidebar'));
  const list = [...elementsOf(sidebar)].find((element) => hasClass(element, 'top-level'));
  return (list?.childNodes ?? []).flatMap((item) => {
    const inside = [...elementsOf(item)];
    const title = textOf(inside.find(({ tagName }) => tagName === 'summary'));
    const hrefs = inside.flatMap((element) => (element.tagName === 'a' ? (attributeOf(element, 'href') ?? []) : []));
    return title === null ? [] : [{ title, hrefs }];
  });
}

/** All elements below a node, in text order; not those of templates. */
function* elementsOf(node: Node | undefined): Generator<Element> {
  if (node === undefined || !('childNodes' in node)) return;
  for (const child of node.childNodes) {
    if ('tagName' in child) yield child;
    yield* elementsOf(child);
  }
}

function contentOf(all: readonly Element[], by: 'name' | 'property', name: string): string | null {
  const meta = all.find((element) => element.tagName === 'meta' && attributeOf(element, by)?.toLowerCase() === name);
  return attributeOf(meta, 'content')?.replace(/\s+/g, ' ').trim() || null;
}

function attributeOf(element: Element | undefined, name: string): string | null {
  return element?.attributes.get(name) ?? null;
}

function hasClass(element: Element, name: string): boolean {
  return attributeOf(element, 'class')?.split(/\s+/).includes(name) ?? false;
}

function textOf(node: Node | undefined): string | null {
  return cleanText(collectText(node));
}

function cleanText(text: string): string | null {
  return (
    text
      .replace(/[\u200b\u2060\ufeff]/g, '')
      .replace(/\s+/g, ' ')
      .trim() || null
  );
}

function collectText(node: Node | undefined): string {
  if (node === undefined) return '';
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(collectText).join('') : '';
}
