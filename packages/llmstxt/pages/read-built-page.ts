import { mainText } from './main-text.ts';
import { type HtmlElement as Element, type HtmlNode as Node, readHtml } from './read-html.ts';

/** Metadata of a built page. */
export interface BuiltPage {
  /** The first h1. */
  readonly heading: string | null;
  readonly title: string | null;
  readonly description: string | null;
  /** og:site_name */
  readonly siteName: string | null;
  readonly canonical: string | null;
  readonly noindex: boolean;
  /** True if it redirects visitors. */
  readonly redirects: boolean;
  /** Language of the page, and of its main text if that differs. */
  readonly lang: string | null;
  readonly contentLang: string | null;
  /** URL of the page in the default language, as written. */
  readonly defaultUrl: string | null;
  /** Main text as Markdown, with links as written. */
  readonly text: string;
  /** URLs of all links, as written. */
  readonly hrefs: readonly string[];
  /** Groups of Starlight's sidebar with page URLs as written. Empty without a sidebar. */
  readonly sidebar: readonly SidebarGroup[];
}

export interface SidebarGroup {
  readonly title: string;
  readonly hrefs: readonly string[];
}

/** Elements with the text of a page, the best first. The themes of MkDocs mark a `div` by its role. */
const MAIN: readonly ((element: Element) => boolean)[] = [
  ({ tagName }) => tagName === 'article',
  (element) => element.tagName === 'main' || attributeOf(element, 'role') === 'main',
  ({ tagName }) => tagName === 'body',
];

/** Reads the HTML of a page from a generator. */
export function readBuiltPage(html: string): BuiltPage {
  const all = [...elementsOf(readHtml(html))];
  const main = MAIN.flatMap((isMain) => all.find(isMain) ?? [])[0];
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

/** Removes the anchor link that generators put into a heading, such as `#`, `¶` or a zero-width character. */
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

/** Starlight writes a list `top-level` in the navigation `sidebar`. A group is a `details` with a `summary`. */
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

/** Returns all elements below a node in text order, without templates. */
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
