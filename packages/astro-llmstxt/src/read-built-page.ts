import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

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
  /** The groups of Starlight's sidebar, with the addresses of their pages as written; empty without one. */
  readonly sidebar: readonly SidebarGroup[];
}

export interface SidebarGroup {
  readonly title: string;
  readonly hrefs: readonly string[];
}

/** Reads the HTML of a page that Astro has built. */
export function readBuiltPage(html: string): BuiltPage {
  const all = [...elementsOf(parse(html))];
  return {
    heading: textOf(all.find(({ tagName }) => tagName === 'h1')),
    title: textOf(all.find(({ tagName }) => tagName === 'title')),
    description: contentOf(all, 'name', 'description'),
    siteName: contentOf(all, 'property', 'og:site_name'),
    canonical: attributeOf(
      all.find((element) => element.tagName === 'link' && attributeOf(element, 'rel') === 'canonical'),
      'href',
    ),
    noindex: /\b(?:noindex|none)\b/i.test(contentOf(all, 'name', 'robots') ?? ''),
    sidebar: readSidebar(all),
  };
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
  return element?.attrs.find((attribute) => attribute.name === name)?.value ?? null;
}

function hasClass(element: Element, name: string): boolean {
  return attributeOf(element, 'class')?.split(/\s+/).includes(name) ?? false;
}

function textOf(node: Node | undefined): string | null {
  return collectText(node).replace(/\s+/g, ' ').trim() || null;
}

function collectText(node: Node | undefined): string {
  if (node === undefined) return '';
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(collectText).join('') : '';
}
