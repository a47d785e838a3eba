import type { Link, LlmsDocument, Section } from './types/document.ts';

/** One structural change between two versions of a file. */
export type Change =
  | { readonly kind: 'title' | 'summary' | 'details'; readonly before: string | null; readonly after: string | null }
  | { readonly kind: 'section-added' | 'section-removed'; readonly section: string }
  | { readonly kind: 'section-renamed'; readonly before: string; readonly after: string }
  | {
      readonly kind: 'link-added' | 'link-removed';
      readonly section: string | null;
      readonly url: string;
      readonly title: string;
    }
  | {
      readonly kind: 'link-renamed' | 'link-notes';
      readonly url: string;
      readonly before: string | null;
      readonly after: string | null;
    }
  | {
      readonly kind: 'link-moved';
      readonly url: string;
      readonly title: string;
      readonly before: string | null;
      readonly after: string | null;
    };

/** The changes in content between two versions of a file; how either was written does not count. */
export function diff(before: LlmsDocument, after: LlmsDocument): readonly Change[] {
  const changes: Change[] = [];
  for (const kind of ['title', 'summary', 'details'] as const) {
    if (before[kind] !== after[kind]) changes.push({ kind, before: before[kind], after: after[kind] });
  }
  const renamed = diffSections(before.sections, after.sections, changes);
  diffLinks(listLinks(before), listLinks(after), renamed, changes);
  return changes;
}

/** Returns the new names of renamed sections: a link in one of them has not moved. */
function diffSections(
  before: readonly Section[],
  after: readonly Section[],
  changes: Change[],
): ReadonlyMap<string, string> {
  const removed = without(before, after);
  const added = without(after, before);
  const renamed = new Map<string, string>();
  const sectionsByLink = new Map<string, Section[]>();
  for (const section of added) {
    for (const key of new Set(section.links.map(keyOf))) append(sectionsByLink, key, section);
  }
  const taken = new Set<Section>();
  for (const section of removed) {
    const successor = findRenamed(section, sectionsByLink, taken);
    if (successor === null) {
      changes.push({ kind: 'section-removed', section: section.title });
      continue;
    }
    taken.add(successor);
    renamed.set(section.title, successor.title);
    changes.push({ kind: 'section-renamed', before: section.title, after: successor.title });
  }
  for (const section of added) {
    if (!taken.has(section)) changes.push({ kind: 'section-added', section: section.title });
  }
  return renamed;
}

/** A section is the other one renamed when they share at least half of the links of the larger. */
const MIN_SHARED = 0.5;

function findRenamed(
  section: Section,
  sectionsByLink: ReadonlyMap<string, readonly Section[]>,
  taken: ReadonlySet<Section>,
): Section | null {
  const shared = new Map<Section, number>();
  for (const key of new Set(section.links.map(keyOf))) {
    for (const owner of sectionsByLink.get(key) ?? []) shared.set(owner, (shared.get(owner) ?? 0) + 1);
  }
  let best: Section | null = null;
  for (const [owner, count] of shared) {
    if (taken.has(owner) || count < MIN_SHARED * Math.max(section.links.length, owner.links.length)) continue;
    if (best === null || count > (shared.get(best) ?? 0)) best = owner;
  }
  return best;
}

/** The sections of one list whose titles the other lacks, counted: a title that occurs twice is two sections. */
function without(sections: readonly Section[], others: readonly Section[]): readonly Section[] {
  const left = new Map<string, number>();
  for (const { title } of others) left.set(title, (left.get(title) ?? 0) + 1);
  return sections.filter(({ title }) => {
    const count = left.get(title) ?? 0;
    left.set(title, count - 1);
    return count <= 0;
  });
}

interface PlacedLink {
  readonly link: Link;
  readonly section: string | null;
}

function listLinks(document: LlmsDocument): ReadonlyMap<string, readonly PlacedLink[]> {
  const found = new Map<string, PlacedLink[]>();
  const inSections = new Set<Link>();
  for (const section of document.sections) {
    for (const link of section.links) {
      inSections.add(link);
      append(found, keyOf(link), { link, section: section.title });
    }
  }
  for (const link of document.links) if (!inSections.has(link)) append(found, keyOf(link), { link, section: null });
  return found;
}

function diffLinks(
  before: ReadonlyMap<string, readonly PlacedLink[]>,
  after: ReadonlyMap<string, readonly PlacedLink[]>,
  renamed: ReadonlyMap<string, string>,
  changes: Change[],
): void {
  for (const [url, old] of before) {
    const now = after.get(url) ?? [];
    for (let index = 0; index < old.length; index++) {
      const was = old[index];
      const is = now[index];
      if (was === undefined) continue;
      if (is === undefined) changes.push({ kind: 'link-removed', section: was.section, url, title: was.link.title });
      else compare(url, was, is, renamed, changes);
    }
  }
  for (const [url, now] of after) {
    for (const { link, section } of now.slice(before.get(url)?.length ?? 0)) {
      changes.push({ kind: 'link-added', section, url, title: link.title });
    }
  }
}

function compare(
  url: string,
  was: PlacedLink,
  is: PlacedLink,
  renamed: ReadonlyMap<string, string>,
  changes: Change[],
): void {
  if (was.link.title !== is.link.title) {
    changes.push({ kind: 'link-renamed', url, before: was.link.title, after: is.link.title });
  }
  if (was.link.notes !== is.link.notes) {
    changes.push({ kind: 'link-notes', url, before: was.link.notes, after: is.link.notes });
  }
  const expected = was.section === null ? null : (renamed.get(was.section) ?? was.section);
  if (expected !== is.section) {
    changes.push({ kind: 'link-moved', url, title: is.link.title, before: was.section, after: is.section });
  }
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function keyOf(link: Link): string {
  return link.url ?? link.href;
}
