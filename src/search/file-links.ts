import type { LlmsDocument } from '#llmstxt';

/** A link of a file, as it is searched and answered. */
export interface FileLink {
  readonly title: string;
  readonly url: string;
  readonly notes: string | null;
  /** The heading that it stands under. */
  readonly section: string | null;
}

/** What is kept of one site: nearly all real files have fewer, and whoever writes more fills nobody's disk. */
const MAX_LINKS = 1_000;
/** The same of one of its further files, of which a site may have twenty. */
export const MAX_LINKS_OF_SCOPED_FILE = 300;
const MAX_TITLE_CHARACTERS = 200;
const MAX_NOTES_CHARACTERS = 300;
const MAX_SECTION_CHARACTERS = 100;
/** A longer address is left out: half of one leads nowhere. */
const MAX_URL_CHARACTERS = 1_000;

/** The links of a file that are searched: to web pages, in file order, those under `## Optional` last. */
export function linksOf({ sections, links }: Pick<LlmsDocument, 'sections' | 'links'>): FileLink[] {
  const places = new Map<LlmsDocument['links'][number], { readonly section: string; readonly isOptional: boolean }>();
  let isOptional = false;
  for (const section of sections) {
    if (section.level === 2) isOptional = section.optional;
    for (const link of section.links) places.set(link, { section: section.title, isOptional });
  }
  const seen = new Set<string>();
  const found: { readonly link: FileLink; readonly isOptional: boolean }[] = [];
  for (const link of links) {
    const { url } = link;
    const place = places.get(link);
    if (url === null || !/^https?:/.test(url) || url.length > MAX_URL_CHARACTERS) continue;
    const title = line(link.title, MAX_TITLE_CHARACTERS);
    const key = `${url} ${title}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const notes = line(link.notes ?? '', MAX_NOTES_CHARACTERS) || null;
    const section = line(place?.section ?? '', MAX_SECTION_CHARACTERS) || null;
    found.push({ link: { title, url, notes, section }, isOptional: place?.isOptional ?? false });
  }
  return [...found.filter((one) => !one.isOptional), ...found.filter((one) => one.isOptional)]
    .slice(0, MAX_LINKS)
    .map(({ link }) => link);
}

/** Text on one line, without control characters, cut where it is too long. */
function line(text: string, maxCharacters: number): string {
  const plain = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed();
  return plain.length <= maxCharacters ? plain : `${plain.slice(0, maxCharacters - 1).toWellFormed()}…`;
}

/** Links as they are stored with further files: one a line. */
export function writeLinks(links: readonly FileLink[]): string {
  return links.map(({ title, url, notes, section }) => `${title}\t${url}\t${notes ?? ''}\t${section ?? ''}`).join('\n');
}

export function readLinks(lines: string): FileLink[] {
  if (lines === '') return [];
  return lines.split('\n').map((line) => {
    const [title = '', url = '', notes = '', section = ''] = line.split('\t');
    return { title, url, notes: notes || null, section: section || null };
  });
}
