import { normalizeUrl } from '../address/normalize-url.ts';

const TEXT = /\.(?:txt|md|markdown)(?:[?#]|$)/i;
/** Documents of machines, such as JSON Schema, OpenAPI, POWDER or RDF, which use the relation legitimately. */
const OF_MACHINES =
  /\/[^/?#]*\.(?!html?(?:[?#]|$))[a-z][\w-]*(?:[?#]|$)|schema|openapi|swagger|powder|metadata|dcat|void|shacl/i;

/**
 * Returns the llms.txt that a page names. Prefers a file in `own` to the first file. Returns null if the page names
 * no file.
 */
export function findDescription(describedBy: readonly string[], own: readonly string[]): string | null {
  const isOwn = (href: string) => own.some((one) => isSameFile(href, one));
  return describedBy.find(isOwn) ?? describedBy.find((href) => TEXT.test(href) || !OF_MACHINES.test(href)) ?? null;
}

/** Reports whether two URLs name one file. Ignores www, http or https, and a trailing slash. */
export function isSameFile(a: string, b: string): boolean {
  return fileKey(a) === fileKey(b);
}

function fileKey(url: string): string {
  return normalizeUrl(url)
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/\/?(?:[?#].*)?$/, '');
}
