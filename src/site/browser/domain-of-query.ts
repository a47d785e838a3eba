const DOMAIN_LIKE = /^(?:https?:\/\/)?((?:[\p{L}\p{M}\p{N}-]+\.)+\p{L}[\p{L}\p{M}\p{N}-]+)\.?(?:[/:?#]\S*)?$/iu;

/** Returns the canonical domain of a query that looks like one, or null. */
export function domainOfQuery(query: string): string | null {
  const url = `https://${DOMAIN_LIKE.exec(query)?.[1] ?? ''}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null;
}
