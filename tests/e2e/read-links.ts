import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** Links and link targets of a page. */
export interface PageLinks {
  /** Raw URLs of links, forms, loaded files and the head. */
  readonly addresses: readonly string[];
  /** URLs of followed links. */
  readonly followed: readonly string[];
  readonly ids: ReadonlySet<string>;
  /** Ids by which one element of the page names another. */
  readonly named: readonly string[];
}

const ADDRESS = new Set(['href', 'src', 'action', 'formaction', 'poster']);
const SOURCES = new Set(['srcset', 'imagesrcset']);
/** Attributes with ids of the same page. */
const ID_OF = new Set([
  'for',
  'form',
  'list',
  'headers',
  'popovertarget',
  'aria-labelledby',
  'aria-describedby',
  'aria-controls',
  'aria-errormessage',
  'aria-owns',
]);
/** Open Graph properties with a URL. */
const OPEN_GRAPH_ADDRESS = /^(?:og:url|og:image|twitter:image)$/;

/** Reads the links of an HTML page. */
export function readPageLinks(html: string): PageLinks {
  const found = { addresses: [] as string[], followed: [] as string[], ids: new Set<string>(), named: [] as string[] };
  const read = (node: DefaultTreeAdapterTypes.Node) => {
    if ('attrs' in node) {
      const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
      for (const [name, value] of attributes) {
        if (name === 'id') found.ids.add(value);
        if (ADDRESS.has(name)) found.addresses.push(value);
        if (SOURCES.has(name)) found.addresses.push(...value.split(',').map((one) => one.trim().split(/\s/)[0] ?? ''));
        if (ID_OF.has(name)) found.named.push(...value.split(/\s+/).filter(Boolean));
      }
      const isFollowed = !/\bnofollow\b/.test(attributes.get('rel') ?? '');
      if ((node.nodeName === 'a' || node.nodeName === 'area') && isFollowed) {
        found.followed.push(attributes.get('href') ?? '');
      }
      const property = attributes.get('property') ?? attributes.get('name') ?? '';
      if (node.nodeName === 'meta' && OPEN_GRAPH_ADDRESS.test(property)) {
        found.addresses.push(attributes.get('content') ?? '');
      }
    }
    if ('childNodes' in node) for (const child of node.childNodes) read(child);
  };
  read(parse(html));
  return found;
}

/** Matches Markdown code, which is skipped because sample requests are not links. */
const CODE = /^( *)(`{3,})[^\n]*\n.*?^\1\2|`[^`\n]+`/gms;

/** Matches the id of a feed entry, which is not a link. */
const ID = /<id>[^<]*<\/id>|"id":\s*"[^"]*"/g;

/** Returns the absolute URLs in a file other than a page: Markdown, XML or JSON. */
export function readTextLinks(text: string, baseUrl: string): string[] {
  return text
    .replaceAll(CODE, '')
    .replaceAll(ID, '')
    .replaceAll('&amp;', '&')
    .split(/[\s"'<>()[\]{}`|]+/)
    .filter((word) => word.startsWith(`${baseUrl}/`))
    .map((word) => word.replace(/[,.:;]+$/, ''));
}
