import { isSiteName } from '../site-name.ts';
import { toSingleLine } from './page-facts.ts';
import { toSegments } from './site-url.ts';

/** Separators of title parts: `Page | Site`, `Page – Site`, `Page · Area · Site`. */
const SEPARATOR = /\s+(?:[|\-–—·•»«›~]|::)\s+|\s*[｜|]\s*|\s+-\s*$/u;
/** Words that Sphinx writes after the name of a site, such as `1.2.0 documentation`. */
const SPHINX_END = /\sv?\d+\.\S*\sdocumentation$/i;
const MAX_NAME_CHARS = 120;

function splitTitle(title: string): string[] {
  return title
    .split(SEPARATOR)
    .map((part) => part.trim().replace(SPHINX_END, ''))
    .filter(Boolean);
}

/** Reduces a name to letters and digits for comparison. */
export function bareName(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Returns the site's name: as declared, or the part of its titles that repeats or matches the domain, or the domain. */
export function siteNameOf(
  domain: string,
  siteName: string | null,
  homeTitle: string | null,
  titles: readonly string[],
): string {
  // Some sites put their URL in place of the name.
  if (siteName && bareName(siteName) && !/^https?:/i.test(siteName)) return toSingleLine(siteName, MAX_NAME_CHARS);
  return findNameInTitle(domain, homeTitle ?? '', titles) ?? domain;
}

/**
 * Returns the site's name in the homepage title: the part that repeats in other titles or matches the domain, or else
 * the first name. If this title contains no name, returns a part that repeats in the other titles, or null.
 */
export function findNameInTitle(domain: string, homeTitle: string, titles: readonly string[] = []): string | null {
  const repeated = repeatedParts(titles);
  const parts = splitTitle(homeTitle).filter(isSiteName);
  const label = bareName(domain.split('.')[0] ?? domain);
  const named =
    parts.find((part) => repeated.has(bareName(part))) ??
    parts.find((part) => bareName(part) === label) ??
    parts.find((part) => label.length > 3 && bareName(part).includes(label)) ??
    parts[0] ??
    titles.flatMap(splitTitle).find((part) => repeated.has(bareName(part)) && isSiteName(part));
  return named === undefined ? null : toSingleLine(named, MAX_NAME_CHARS) || null;
}

/** Finds parts that start or end both of two titles, or at least half of three or more titles. */
function repeatedParts(titles: readonly string[]): Set<string> {
  if (titles.length < 2) return new Set();
  const counts = new Map<string, number>();
  for (const title of titles) {
    const parts = splitTitle(title);
    if (parts.length < 2) continue;
    for (const part of new Set([bareName(parts.at(-1) ?? ''), bareName(parts[0] ?? '')])) {
      counts.set(part, (counts.get(part) ?? 0) + 1);
    }
  }
  const needed = Math.min(titles.length, Math.max(3, titles.length / 2));
  return new Set([...counts].flatMap(([part, count]) => (part && count >= needed ? [part] : [])));
}

/** Removes the site's name from both ends of page titles. */
export function titleCleaner(siteNames: readonly string[], titles: readonly string[]): (title: string) => string {
  const site = new Set([...siteNames.map(bareName).filter(Boolean), ...repeatedParts(titles)]);
  return (title) => {
    const parts = splitTitle(title);
    while (parts.length > 1 && site.has(bareName(parts.at(-1) ?? ''))) parts.pop();
    while (parts.length > 1 && site.has(bareName(parts[0] ?? ''))) parts.shift();
    const isWhole = parts.length > 1 && parts.length === splitTitle(title).length;
    const rest = isWhole ? title : parts.join(' – ');
    return toSingleLine(rest, MAX_NAME_CHARS);
  };
}

const OPAQUE = /^(?:\d+|[\da-f]{8,}|[\da-f-]{32,})$/i;
const INDEX = /^(?:index|default|home)$/i;

/**
 * Converts the end of a path to a name (`getting-started` → `Getting started`). Returns null for numbers and hashes.
 */
export function nameFromPath(url: string): string | null {
  const slugs = toSegments(url).map((segment) => segment.replace(/\.(?:html?|php|aspx?|md|txt)$/i, ''));
  const slug = slugs.findLast((words) => !INDEX.test(words)) ?? '';
  if (OPAQUE.test(slug)) return null;
  // Help centers put an article number before the name.
  const words = toSingleLine(slug.replace(/^\d{4,}[-_]/, '').replace(/[-_+.]+/g, ' '), MAX_NAME_CHARS);
  return bareName(words) ? words.charAt(0).toLocaleUpperCase('en') + words.slice(1) : null;
}

/** Replaces the brackets of a link's name, because common parsers refuse brackets even if escaped. */
export function withoutBrackets(name: string): string {
  return name.replaceAll('[', '(').replaceAll(']', ')');
}
