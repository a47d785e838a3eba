import type { Section } from '../types/document.ts';

export interface SectionPairs {
  /** Old names and new ones. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly removed: readonly Section[];
  readonly added: readonly Section[];
}

/** A section is the other one renamed when they share at least half of the links of the larger. */
const MIN_SHARED = 0.5;

/** Which sections have gone, are new, or have another name: one with as good as the same links, or one in the same place where neither has links. */
export function pairSections(before: readonly Section[], after: readonly Section[]): SectionPairs {
  const removed = without(before, after);
  const added = without(after, before);
  const successors = new Map<Section, Section>();
  const taken = new Set<Section>();
  const pair = (was: Section, is: Section) => {
    if (successors.has(was) || taken.has(is)) return;
    successors.set(was, is);
    taken.add(is);
  };
  // Those that share most first: what is left of a section that was cut in two is not its successor.
  for (const { was, is } of sharingLinks(removed, added).sort((a, b) => b.shared - a.shared)) pair(was, is);
  const nameNow = (section: Section | undefined) => section && (successors.get(section) ?? section).title;
  for (const was of removed.filter(({ links }) => links.length === 0)) {
    const place = before.indexOf(was);
    const is = added.find((candidate) => {
      const now = after.indexOf(candidate);
      return (
        candidate.links.length === 0 &&
        !taken.has(candidate) &&
        nameNow(before[place - 1]) === after[now - 1]?.title &&
        nameNow(before[place + 1]) === after[now + 1]?.title
      );
    });
    if (is !== undefined) pair(was, is);
  }
  return {
    renamed: new Map([...successors].map(([was, is]) => [was.title, is.title])),
    removed: removed.filter((section) => !successors.has(section)),
    added: added.filter((section) => !taken.has(section)),
  };
}

function sharingLinks(removed: readonly Section[], added: readonly Section[]) {
  const sectionsByLink = new Map<string, Section[]>();
  for (const section of added) {
    for (const url of urlsOf(section)) sectionsByLink.set(url, [...(sectionsByLink.get(url) ?? []), section]);
  }
  return removed.flatMap((was) => {
    const urls = urlsOf(was);
    const shared = new Map<Section, number>();
    for (const url of urls) {
      for (const is of sectionsByLink.get(url) ?? []) shared.set(is, (shared.get(is) ?? 0) + 1);
    }
    return [...shared]
      .filter(([is, count]) => count >= MIN_SHARED * Math.max(urls.size, urlsOf(is).size))
      .map(([is, count]) => ({ was, is, shared: count }));
  });
}

const urlsOf = ({ links }: Section) => new Set(links.map(({ url, href }) => url ?? href));

/** The sections of one list whose names the other lacks, counted: a name that occurs twice is two sections. */
function without(sections: readonly Section[], others: readonly Section[]): readonly Section[] {
  const left = new Map<string, number>();
  for (const { title } of others) left.set(title, (left.get(title) ?? 0) + 1);
  return sections.filter(({ title }) => {
    const count = left.get(title) ?? 0;
    left.set(title, count - 1);
    return count <= 0;
  });
}
