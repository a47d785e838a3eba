import type { Preview } from '#llmstxt';
import { countOf, formatBytes, formatCount } from '../../format/numbers.ts';
import { type Block, cleanBlocks, cleanText, linkableUrl } from '../../format/untrusted-text.ts';

/** What an agent finds in a file. Words of the site are cleaned, not escaped. */
export interface OutlineView {
  /** `4 sections · 20 links · 5.8 kB · about 1,450 tokens`. */
  readonly size: string;
  readonly title: string | null;
  readonly summary: string | null;
  readonly details: readonly Block[];
  readonly sections: readonly OutlineSection[];
  /** False where the preview ends before the file does. */
  readonly isWhole: boolean;
}

export interface OutlineSection {
  readonly title: string;
  readonly links: readonly OutlineLink[];
}

export interface OutlineLink {
  readonly name: string;
  /** Null where the address is not one that a page may link. */
  readonly url: string | null;
  readonly notes: string | null;
}

const MAX_TITLE_CHARACTERS = 300;
const MAX_SUMMARY_CHARACTERS = 600;
const MAX_DETAILS_CHARACTERS = 900;
const MAX_SECTION_CHARACTERS = 120;
const MAX_NAME_CHARACTERS = 160;
const MAX_NOTES_CHARACTERS = 300;

interface Totals {
  readonly sections: number;
  readonly links: number;
}

/** `totals` are those of the whole file, where the preview may end before it does. `maxLinks`: links that are shown. */
export function outlineView(
  preview: Preview,
  totals: Totals = totalsOf(preview),
  maxLinks = Number.POSITIVE_INFINITY,
): OutlineView {
  const sections = firstLinks(preview.sections, maxLinks);
  return {
    size: [
      countOf(totals.sections, 'section'),
      countOf(totals.links, 'link'),
      formatBytes(preview.bytes),
      `about ${formatCount(preview.tokens)} tokens`,
    ].join(' · '),
    title: preview.title && cleanText(preview.title, MAX_TITLE_CHARACTERS),
    summary: preview.summary && cleanText(preview.summary, MAX_SUMMARY_CHARACTERS),
    details: preview.details ? cleanBlocks(preview.details, MAX_DETAILS_CHARACTERS) : [],
    sections: sections.map(({ title, links }) => ({
      title: cleanText(title, MAX_SECTION_CHARACTERS),
      links: links.map(outlineLink),
    })),
    isWhole: !preview.truncated && totalsOf({ sections }).links === totalsOf(preview).links,
  };
}

/** The sections up to the one that has the last of these links. */
function firstLinks(sections: Preview['sections'], maxLinks: number): Preview['sections'] {
  let left = maxLinks;
  return sections.flatMap(({ title, links }) => {
    if (left === 0) return [];
    const shown = links.slice(0, left);
    left -= shown.length;
    return [{ title, links: shown }];
  });
}

function totalsOf({ sections }: Pick<Preview, 'sections'>): Totals {
  return { sections: sections.length, links: sections.reduce((sum, { links }) => sum + links.length, 0) };
}

function outlineLink({ title, url, notes }: Preview['sections'][number]['links'][number]): OutlineLink {
  return {
    name: cleanText(title, MAX_NAME_CHARACTERS) || cleanText(url, MAX_NAME_CHARACTERS),
    url: linkableUrl(url),
    notes: notes && cleanText(notes, MAX_NOTES_CHARACTERS),
  };
}
