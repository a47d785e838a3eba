import { normalizeUrl } from '../address/normalize-url.ts';

/** Documents of machines: JSON Schema, OpenAPI, POWDER, RDF. The relation is for them too, so they are no mistake. */
const OF_MACHINES = /\.(?:json(?:ld)?|xml|xsd|rdf|owl|ttl|nt|n3|trig|ya?ml)(?:[?#]|$)|schema|openapi|swagger|powder/i;

/** The file that a page names as its llms.txt: one of `own` if it names that, else the first; null if it names none. */
export function findDescription(describedBy: readonly string[], own: readonly string[]): string | null {
  const isOwn = (href: string) => own.some((one) => isSameFile(href, one));
  return describedBy.find(isOwn) ?? describedBy.find((href) => !OF_MACHINES.test(href)) ?? null;
}

/** Reports whether two URLs name one file: the hosts with and without www, http and https, and a slash at the end do not count. */
export function isSameFile(a: string, b: string): boolean {
  return fileKey(a) === fileKey(b);
}

function fileKey(url: string): string {
  return normalizeUrl(url)
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/?(?:[?#].*)?$/, '');
}
