import { cutText, type LlmsDocument } from '#llmstxt';
import type { ListedPage } from '../directory/resolution.ts';

/** Most links kept per site. Nearly all real files have fewer links. */
export const MAX_LINKS = 1_000;
/** Longest title, notes and section. */
const MAX_TEXT_CHARACTERS = 300;
/** Longest URL. Links with longer URLs are left out. */
const MAX_URL_CHARACTERS = 1_000;

/** Returns the searchable links of a file: web pages in file order, with `## Optional` last. */
export function listLinks({ sections, links }: Pick<LlmsDocument, 'sections' | 'links'>): ListedPage[] {
  const places = new Map<LlmsDocument['links'][number], { readonly section: string; readonly isOptional: boolean }>();
  let isOptional = false;
  for (const section of sections) {
    if (section.level === 2) isOptional = section.optional;
    for (const link of section.links) places.set(link, { section: section.title, isOptional });
  }
  return links
    .map((link) => ({ link, section: '', isOptional: false, ...places.get(link) }))
    .toSorted((a, b) => Number(a.isOptional) - Number(b.isOptional))
    .flatMap(({ link: { title, url, notes }, section }) => {
      if (url === null || !/^https?:/.test(url) || url.length > MAX_URL_CHARACTERS) return [];
      return {
        title: line(title),
        url,
        notes: line(notes ?? '') || null,
        section: line(section) || null,
      };
    })
    .slice(0, MAX_LINKS);
}

/** Converts a text to one line without control characters, cut to the maximum length. */
function line(text: string): string {
  const plain = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return cutText(plain.toWellFormed(), MAX_TEXT_CHARACTERS);
}

/** Renders links of further files for storage, one per line. */
export function writeLinks(links: readonly ListedPage[]): string {
  return links.map(({ title, url, notes, section }) => `${title}\t${url}\t${notes ?? ''}\t${section ?? ''}`).join('\n');
}

export function readLinks(lines: string): ListedPage[] {
  const written = lines === '' ? [] : lines.split('\n');
  return written.map((line) => {
    const [title = '', url = '', notes, section] = line.split('\t');
    return { title, url, notes: notes || null, section: section || null };
  });
}
