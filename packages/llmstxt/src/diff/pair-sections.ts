import type { Section } from '../types/document.ts';
import { addPair, type Pairs, pairBy } from './pair-by.ts';

/** A section is the other one renamed when they share at least half of the links of the larger. */
const MIN_SHARED = 0.5;

/**
 * Sections of one name, counted: a name that occurs twice is two sections. Of the others, the one is the other renamed when it has as
 * good as the same links, or the same place where neither has links.
 */
export function pairSections(before: readonly Section[], after: readonly Section[]): Pairs<Section> {
  const pairs: Pairs<Section> = { after: new Map(), found: new Set() };
  pairBy(pairs, before, after, ({ title }) => title);
  pairByLinks(pairs, before, after);
  const places = placesOf(before, (section) => pairs.after.get(section) ?? section);
  const placesNow = placesOf(after, (section) => section);
  pairBy(pairs, before, after, (section) => places.get(section) ?? placesNow.get(section));
  return pairs;
}

function pairByLinks(pairs: Pairs<Section>, before: readonly Section[], after: readonly Section[]): void {
  const isNew = (section: Section) => !pairs.found.has(section);
  const sectionOf = new Map(after.filter(isNew).flatMap((is) => [...urlsOf(is)].map((url) => [url, is] as const)));
  for (const was of before) {
    const urls = urlsOf(was);
    const shared = new Map<Section, number>();
    for (const url of urls) {
      const is = sectionOf.get(url);
      if (is) shared.set(is, (shared.get(is) ?? 0) + 1);
    }
    for (const [is, count] of shared) {
      if (count >= MIN_SHARED * Math.max(urls.size, urlsOf(is).size)) addPair(pairs, was, is);
    }
  }
}

const urlsOf = ({ links }: Section) => new Set(links.map(({ url, href }) => url ?? href));

/** Of each section without links the names before and behind it, as they are now. */
function placesOf(sections: readonly Section[], nowOf: (section: Section) => Section): ReadonlyMap<Section, string> {
  const names = sections.map((section) => nowOf(section).title);
  return new Map(
    sections.flatMap((section, place) =>
      section.links.length > 0 ? [] : [[section, JSON.stringify([names[place - 1], names[place + 1]])]],
    ),
  );
}
