/** One link of a `Link:` header: its URL and its parameters by lower-case name. */
export interface HeaderLink {
  readonly href: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Link headers carry preloads by the dozen; what is of interest is among the first. */
const MAX_LINKS = 100;
const LINK = /<([^<>]{0,2048})>((?:\s*;\s*[\w*!#$&+.^`|~-]{1,40}\s*(?:=\s*(?:"[^"]{0,512}"|[^",;\s]{0,512}))?)*)/g;
const PARAMETER = /;\s*([\w*!#$&+.^`|~-]{1,40})\s*(?:=\s*(?:"([^"]*)"|([^",;\s]*)))?/g;

/** Reads a `Link` header (RFC 8288); what does not look like a link is skipped. */
export function parseLinkHeader(header: string): HeaderLink[] {
  const links: HeaderLink[] = [];
  for (const [, href = '', tail = ''] of header.slice(0, 16_384).matchAll(LINK)) {
    const parameters = new Map<string, string>();
    for (const [, name = '', quoted, token] of tail.matchAll(PARAMETER)) {
      const key = name.toLowerCase();
      if (!parameters.has(key)) parameters.set(key, quoted ?? token ?? '');
    }
    links.push({ href, parameters });
    if (links.length === MAX_LINKS) break;
  }
  return links;
}
