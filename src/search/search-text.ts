import type { LlmsDocument } from '#llmstxt';

/** Enough to say what a site is; more finds no better (measured with 194 judged queries). */
const MAX_PROSE_CHARACTERS = 1_000;
/** What is read for that, at most. */
const MAX_READ_CHARACTERS = 50_000;
/** Names and notes that are looked at, beyond what is kept: names repeat one another. */
const MAX_NAME_CHARACTERS = 40_000;
const MAX_NOTE_CHARACTERS = 20_000;

/** What is searched of a file, beside what its record says. */
export interface SearchText {
  /** The first of its sentences. */
  readonly prose: string;
  /** The names of sections and links, in file order. */
  readonly names: readonly string[];
  /** What the file says about its links. */
  readonly notes: readonly string[];
}

export const NO_TEXT: SearchText = { prose: '', names: [], notes: [] };

const FENCE = /^\s*(?:```|~~~)/;
const HEADING_TABLE_OR_HTML = /^\s*[#|<]/;
const LINK_ITEM = /^\s*(?:[-*+]\s*)?\[[^\]]*\]\(/;

export function searchTextOf(text: string, { sections, links }: Pick<LlmsDocument, 'sections' | 'links'>): SearchText {
  return {
    prose: proseOf(text),
    names: firstOf(namesOf(sections, links), MAX_NAME_CHARACTERS),
    notes: firstOf(
      links.flatMap(({ notes }) => notes ?? []),
      MAX_NOTE_CHARACTERS,
    ),
  };
}

function proseOf(text: string): string {
  let isInFence = false;
  const lines = text
    .slice(0, MAX_READ_CHARACTERS)
    .split(/\r\n|\n|\r/)
    .filter((line) => {
      if (FENCE.test(line)) {
        isInFence = !isInFence;
        return false;
      }
      return !isInFence && !HEADING_TABLE_OR_HTML.test(line) && !LINK_ITEM.test(line);
    });
  return lines
    .join(' ')
    .replace(/!?\[([^[\]]{0,300})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/[*_`>#\s-]+/g, ' ')
    .trim()
    .slice(0, MAX_PROSE_CHARACTERS)
    .toWellFormed();
}

function namesOf(sections: LlmsDocument['sections'], links: LlmsDocument['links']): string[] {
  return [...sections.map(({ title, span }) => ({ title, span })), ...links]
    .toSorted((a, b) => a.span.start - b.span.start)
    .flatMap(({ title }) => (URL.canParse(title) ? [] : [title]));
}

/** The first texts, until there are enough characters. */
function firstOf(texts: readonly string[], maxCharacters: number): string[] {
  let characters = 0;
  return texts.filter(({ length }) => {
    characters += length;
    return characters - length <= maxCharacters;
  });
}
