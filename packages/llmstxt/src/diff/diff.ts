import { collapseSpaces } from '../parser/collapse-spaces.ts';
import type { LlmsDocument, Section } from '../types/document.ts';
import { type PlacedLink, pairLinks } from './pair-links.ts';
import { pairSections } from './pair-sections.ts';

/**
 * Structural change between two versions of a file. Changes apply in order, so a change refers to the state after the
 * earlier changes.
 */
export type Change =
  | { readonly kind: 'title' | 'summary' | 'details'; readonly before: string | null; readonly after: string | null }
  | { readonly kind: 'section-added' | 'section-removed'; readonly section: string }
  | { readonly kind: 'section-renamed'; readonly before: string; readonly after: string }
  | {
      readonly kind: 'link-added' | 'link-removed';
      readonly section: string | null;
      readonly url: string;
      readonly title: string;
      readonly notes: string | null;
    }
  | {
      readonly kind: 'link-renamed';
      /** Former section of the link, by its new name. */
      readonly section: string | null;
      readonly url: string;
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly kind: 'link-notes';
      readonly section: string | null;
      readonly url: string;
      readonly title: string;
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

/** Lists the content changes between two versions of a file. Ignores formatting, spaces, line ends and composed letters. */
export function diff(before: LlmsDocument, after: LlmsDocument): readonly Change[] {
  const changes: Change[] = [];
  for (const kind of ['title', 'summary', 'details'] as const) {
    if (toOneLineOrNull(before[kind]) !== toOneLineOrNull(after[kind])) {
      changes.push({ kind, before: before[kind], after: after[kind] });
    }
  }
  const [oldSections, newSections] = [listSections(before), listSections(after)];
  const sections = pairSections(oldSections, newSections);
  for (const was of oldSections) {
    const is = sections.get(was);
    if (is === undefined) changes.push({ kind: 'section-removed', section: was.title });
    else if (was.title !== is.title) changes.push({ kind: 'section-renamed', before: was.title, after: is.title });
  }
  for (const is of newSections) {
    if (!sections.has(is)) changes.push({ kind: 'section-added', section: is.title });
  }
  // Use the section's new name, so that links of a renamed section count as unmoved.
  const [old, now] = [listLinks(before, oldSections, sections), listLinks(after, newSections, new Map())];
  const links = pairLinks(old, now);
  for (const was of old) {
    const is = links.get(was);
    if (is === undefined) changes.push({ kind: 'link-removed', ...was });
    else changes.push(...changesOf(was, is));
  }
  for (const is of now) if (!links.has(is)) changes.push({ kind: 'link-added', ...is });
  return changes;
}

function listSections({ sections }: LlmsDocument): readonly Section[] {
  return sections.map((section) => ({ ...section, title: toOneLine(section.title) }));
}

/** Links with their sections, or null before the first section. Texts are on one line. */
function listLinks(
  { links }: LlmsDocument,
  sections: readonly Section[],
  newSections: ReadonlyMap<Section, Section>,
): readonly PlacedLink[] {
  const sectionByLink = new Map(
    sections.flatMap((section) =>
      section.links.map((link) => [link, (newSections.get(section) ?? section).title] as const),
    ),
  );
  return links.map((link) => ({
    url: link.url ?? link.href,
    title: toOneLine(link.title),
    notes: toOneLineOrNull(link.notes),
    section: sectionByLink.get(link) ?? null,
  }));
}

function* changesOf(was: PlacedLink, is: PlacedLink): Iterable<Change> {
  const { url, section } = was;
  const { title } = is;
  if (was.title !== title) yield { kind: 'link-renamed', section, url, before: was.title, after: title };
  if (was.notes !== is.notes) {
    yield { kind: 'link-notes', section, url, title, before: was.notes, after: is.notes };
  }
  if (section !== is.section) yield { kind: 'link-moved', url, title, before: section, after: is.section };
}

/** Normalizes spaces, line ends and composed letters of a text. */
function toOneLine(text: string): string {
  return collapseSpaces(text).normalize();
}

function toOneLineOrNull(text: string | null): string | null {
  return text && toOneLine(text);
}
