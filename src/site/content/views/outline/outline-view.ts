import { countBytes, type Preview } from '#llmstxt';
import { formatBytes, formatCount, formatQuantity } from '../../../../directory/format-numbers.ts';
import { escapeMarkdown, joinBlocks, markdownUrl } from '../../format/markdown.ts';
import { cleanBlocks, cleanName, cleanText, linkableUrl } from '../../format/untrusted-text.ts';

const MAX_TITLE_CHARACTERS = 300;
const MAX_SUMMARY_CHARACTERS = 600;
const MAX_DETAILS_CHARACTERS = 900;
const MAX_SECTION_CHARACTERS = 120;
const MAX_NAME_CHARACTERS = 160;
const MAX_NOTES_CHARACTERS = 300;
/** Bytes of the HTML of a link and of a section. */
const LINK_HTML = 60;
const SECTION_HTML = 130;

interface Totals {
  readonly sections: number;
  readonly links: number;
}

/**
 * Describes the content of a file for agents. Text of the site is cleaned, not escaped. `totals` has the sections and links of the
 * full file, or null if they are unknown. `maxBytes` limits the shown links with their URLs and notes.
 */
export function outlineView(preview: Preview, totals: Totals | null = null, maxBytes = Number.POSITIVE_INFINITY) {
  const sections = firstLinks(preview.sections, maxBytes);
  const counted = totals ?? (preview.truncated ? null : computeTotals(preview));
  const shownSections = sections.map(({ title, links }, at) => ({
    title: cleanName(title, MAX_SECTION_CHARACTERS),
    links: links.map(outlineLink),
    count: countWords(links.length, findTotal(preview, counted, at)),
  }));
  return {
    // Counts headings without totals, because a preview does not separate sections and their groups.
    size: [
      ...(counted
        ? [formatQuantity(counted.sections, totals ? 'section' : 'heading'), formatQuantity(counted.links, 'link')]
        : []),
      formatBytes(preview.bytes),
      `about ${formatQuantity(preview.tokens, 'token')}`,
    ].join(' · '),
    title: preview.title && cleanText(preview.title, MAX_TITLE_CHARACTERS),
    summary: preview.summary && cleanText(preview.summary, MAX_SUMMARY_CHARACTERS),
    details: preview.details ? cleanBlocks(preview.details, MAX_DETAILS_CHARACTERS) : [],
    sections: shownSections.filter(({ links }) => links.length > 0),
    empty: shownSections.flatMap(({ title, links }) => (links.length === 0 ? [title] : [])),
    /** Text such as `First 50 of 492 links, 3 of 12 headings.`, or null if all links are shown. */
    scope: formatScope(computeTotals({ sections }), counted, preview),
  };
}
export type OutlineView = ReturnType<typeof outlineView>;
export type OutlineSection = OutlineView['sections'][number];

/** Returns the number of links of a section in the file, or null if the preview may end in this section. */
function findTotal(preview: Preview, all: Totals | null, at: number): number | null {
  const { sections, truncated } = preview;
  const isCut = truncated && at === sections.length - 1 && computeTotals(preview).links !== all?.links;
  return isCut ? null : (sections[at]?.links.length ?? 0);
}

function countWords(shown: number, total: number | null): string {
  if (total === null) return `${formatCount(shown)} or more`;
  return shown === total ? formatCount(total) : `${formatCount(shown)} of ${formatCount(total)}`;
}

function formatScope(shown: Totals, all: Totals | null, preview: Preview): string | null {
  if (all === null) return `First ${formatQuantity(shown.links, 'link')}.`;
  const inPreview = computeTotals(preview);
  if (!preview.truncated && shown.links === inPreview.links) {
    const outside = all.links - inPreview.links;
    return outside > 0
      ? `${formatQuantity(outside, 'link')} of the file ${outside === 1 ? 'is' : 'are'} outside of sections.`
      : null;
  }
  const cut = [
    ...(shown.links < all.links ? [`${formatCount(shown.links)} of ${formatQuantity(all.links, 'link')}`] : []),
    ...(!preview.truncated && shown.sections < inPreview.sections
      ? [`${formatCount(shown.sections)} of ${formatQuantity(inPreview.sections, 'heading')}`]
      : []),
  ];
  if (cut.length > 0) return `First ${cut.join(', ')}.`;
  return 'Long texts are shortened.';
}

function firstLinks(sections: Preview['sections'], maxBytes: number): Preview['sections'] {
  let left = maxBytes;
  return sections.flatMap(({ title, links }) => {
    if (left <= 0) return [];
    left -= SECTION_HTML + countBytes(title);
    const shownLinks = links.filter((link) => {
      left -= LINK_HTML + countBytes(`${link.title}${link.url}${link.notes?.slice(0, MAX_NOTES_CHARACTERS) ?? ''}`);
      return left > 0;
    });
    return shownLinks.length > 0 || links.length === 0 ? [{ title, links: shownLinks }] : [];
  });
}

function computeTotals({ sections }: Pick<Preview, 'sections'>): Totals {
  return { sections: sections.length, links: sections.reduce((sum, { links }) => sum + links.length, 0) };
}

function outlineLink({ title, url, notes }: Preview['sections'][number]['links'][number]) {
  return {
    name: cleanName(title, MAX_NAME_CHARACTERS) || cleanText(url, MAX_NAME_CHARACTERS),
    url: linkableUrl(url),
    notes: notes && cleanText(notes, MAX_NOTES_CHARACTERS),
  };
}

/**
 * Renders the content of a file for agents as a section of a page. `introduces` adds title and summary, if the page has not shown
 * them.
 */
export function renderOutlineMarkdown(view: OutlineView, heading: string, introduces = false): string {
  const { size, title, summary, sections, empty, scope } = view;
  const introduction = [title, summary].flatMap((words) => (introduces && words ? [`> ${escapeMarkdown(words)}`] : []));
  return joinBlocks(
    `## ${heading}`,
    scope === null ? size : `${size}. ${scope}`,
    introduction.join('\n>\n'),
    ...sections.flatMap((section) => [`### ${escapeMarkdown(section.title)}`, section.links.map(renderLink)]),
    empty.length > 0 ? `Headings without links: ${empty.map(escapeMarkdown).join(', ')}.` : null,
  );
}

function renderLink({ name, url, notes }: OutlineSection['links'][number]): string {
  const to = url && markdownUrl(url);
  const label = escapeMarkdown(name);
  return `- ${to ? `[${label}](${to})` : label}${notes ? `: ${escapeMarkdown(notes)}` : ''}`;
}
