import { hideCredentials, parse } from '#llmstxt';
import { visibleText } from '../../site/content/format/visible-text.ts';
import { splitPages } from './split-pages.ts';

/** Bytes per page of text, about 4,000 tokens. */
export const PAGE_BYTES = 16 * 1024;
/** Most sections listed in an answer. */
export const MAX_SECTIONS = 100;
const MAX_TITLE_CHARACTERS = 200;

export interface PartAsked {
  readonly body: string;
  /** Title of a section, or null for the whole file. */
  readonly section: string | null;
  readonly page: number;
}

export type PartRead = ReturnType<typeof readPart>;

/** Positions of a file's sections. */
export type FileOutline = ReturnType<typeof toOutline>;

/** Size of a section in the cache without its title. */
const SECTION_CHARACTERS = 50;

/** Outlines a file by its H2 sections, each with its groups. */
export function toOutline(body: string) {
  const { sections } = parse(body);
  const tops = sections.flatMap((section, index) => (section.level === 2 ? [index] : []));
  const outlined = tops.map((from, order) => {
    const to = tops[order + 1] ?? sections.length;
    const group = sections.slice(from, to);
    return {
      title: toTitle(group[0]?.title ?? ''),
      links: group.reduce((sum, { links }) => sum + links.length, 0),
      start: group[0]?.span.start ?? 0,
      end: sections[to]?.span.start ?? body.length,
    };
  });
  const characters = outlined.reduce((sum, { title }) => sum + title.length + SECTION_CHARACTERS, 0);
  return {
    sections: outlined,
    /** Size in the cache: the characters of all titles, and a constant per section. */
    characters,
  };
}

export function readPart({ body, section, page }: PartAsked, outline: FileOutline) {
  const sections = outline.sections.slice(0, MAX_SECTIONS).map(({ title, links, start, end }) => {
    return { title, links, bytes: Buffer.byteLength(toShownText(body.slice(start, end))) };
  });
  const range = section === null ? null : outline.sections.find(({ title }) => plain(title) === plain(section));
  if (range === undefined) return { sections, part: null };
  const pages = splitPages(toShownText(body.slice(range?.start, range?.end)), PAGE_BYTES);
  const bytes = pages.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return {
    sections,
    /** Requested page, or null if the file has no such section. */
    part: { section: range?.title ?? null, text: pages[page - 1] ?? '', pages: pages.length, bytes },
  };
}

const toShownText = (text: string) => visibleText(hideCredentials(text));

/** Copies the title, because a substring keeps the whole string in memory. */
function toTitle(title: string): string {
  return Buffer.from(visibleText(title).slice(0, MAX_TITLE_CHARACTERS)).toString();
}

const plain = (title: string) => visibleText(title).slice(0, MAX_TITLE_CHARACTERS).trim().toLowerCase();
