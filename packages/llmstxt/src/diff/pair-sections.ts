import { normalizeUrl } from '../address/normalize-url.ts';
import type { Section } from '../types/document.ts';
import { addPair, type Pairs, pairBy } from './pair-by.ts';

/** Share of the larger section's links that a renamed section must keep. */
const MIN_SHARED = 0.5;

/**
 * Pairs sections by name and links, then by name and occurrence. Other sections are renamed if they have nearly the
 * same links, or the same position without links.
 */
export function pairSections(before: readonly Section[], after: readonly Section[]): Pairs<Section> {
  const pairs: Pairs<Section> = new Map();
  // Compare links first, because a file may repeat a name, and one section with this name may be new.
  pairBy(pairs, before, after, (section) => JSON.stringify([section.title, ...toUrls(section)]));
  pairBy(pairs, before, after, ({ title }) => title);
  pairByLinks(pairs, before, after);
  const isBare = ({ links }: Section) => links.length === 0;
  const places = new Map([...listPlaces(before, pairs), ...listPlaces(after)]);
  pairBy(pairs, before.filter(isBare), after.filter(isBare), (section) => places.get(section) ?? '');
  return pairs;
}

function pairByLinks(pairs: Pairs<Section>, before: readonly Section[], after: readonly Section[]): void {
  const sectionByUrl = new Map<string, Section>();
  // Count links once, because the largest section may be compared with every other.
  const sizes = new Map<Section, number>();
  for (const is of after) {
    if (pairs.has(is)) continue;
    const urls = toUrls(is);
    sizes.set(is, urls.size);
    for (const url of urls) sectionByUrl.set(url, is);
  }
  for (const was of before) {
    if (pairs.has(was)) continue;
    const urls = toUrls(was);
    const shared = new Map<Section, number>();
    for (const url of urls) {
      const is = sectionByUrl.get(url);
      if (is) shared.set(is, (shared.get(is) ?? 0) + 1);
    }
    for (const [is, count] of shared) {
      if (count >= MIN_SHARED * Math.max(urls.size, sizes.get(is) ?? 0)) addPair(pairs, was, is);
    }
  }
}

const toUrls = ({ links }: Section) => new Set(links.map(({ url, href }) => normalizeUrl(url ?? href)));

/** Returns the current neighbor names of each section. */
function listPlaces(sections: readonly Section[], pairs?: Pairs<Section>): readonly (readonly [Section, string])[] {
  const names = sections.map((section) => (pairs?.get(section) ?? section).title);
  return sections.map((section, i) => [section, JSON.stringify([names[i - 1], names[i + 1]])]);
}
