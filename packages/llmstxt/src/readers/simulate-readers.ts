import { JAVASCRIPT, PYTHON } from './dialect.ts';
import { type Loss, Losses, type LossKind } from './losses.ts';
import { matchHeader } from './reference-header.ts';
import { javascriptLinks, pythonLines, type ReferenceLink } from './reference-links.ts';
import { type ReferenceSection, splitSections } from './reference-sections.ts';

type ReaderName = 'python' | 'javascript';

/** Result of a reference reader for a text, with its losses. */
export interface ReaderView {
  readonly reader: ReaderName;
  /** False if the reader throws. The fields below are then empty. */
  readonly reads: boolean;
  readonly title: string | null;
  readonly summary: string | null;
  readonly info: string | null;
  /** Sections in file order. Only the last section with a name remains. */
  readonly sections: readonly { readonly name: string; readonly links: readonly ReferenceLink[] }[];
  /** Losses in text order, up to a number per kind. `lossCounts` counts all. */
  readonly losses: readonly Loss[];
  readonly lossCounts: Readonly<Record<LossKind, number>>;
}

export interface ReaderViews {
  readonly python: ReaderView;
  readonly javascript: ReaderView;
}

/**
 * Simulates the two reference parsers (llmstxt.org, April 2026) on a decoded text, with their failures. Needs linear time and
 * never throws. Like the parsers, keeps line ends and a byte-order mark.
 */
export function simulateReaders(text: string): ReaderViews {
  return { python: readAs('python', text), javascript: readAs('javascript', text) };
}

function readAs(reader: ReaderName, text: string): ReaderView {
  const dialect = reader === 'python' ? PYTHON : JAVASCRIPT;
  const { preambleEnd, sections } = splitSections(text, dialect);
  const header = matchHeader(text, preambleEnd, dialect);
  const losses = new Losses(text);
  if (!header) losses.add('title', 0, preambleEnd);
  else if (header.summary === null && /^[ ]{0,3}>/m.test(header.info)) {
    const quote = text.slice(0, preambleEnd).search(/^[ ]{0,3}>/m);
    losses.add('summary', Math.max(quote, 0), preambleEnd);
  }
  const last = new Map(sections.map((section) => [section.name, section]));
  const lastSections: { name: string; links: ReferenceLink[] }[] = [];
  for (const section of sections) {
    if (last.get(section.name) !== section) losses.add('section', section.at, section.bodyStart);
    else lastSections.push({ name: section.name, links: READ_LINKS[reader](text, section, losses) });
  }
  const failed = !header || (reader === 'python' && losses.counts.line > 0);
  return {
    reader,
    reads: !failed,
    title: failed ? null : (header?.title ?? null),
    summary: failed ? null : (header?.summary ?? null),
    info: failed ? null : (header?.info ?? null),
    sections: failed ? [] : lastSections,
    losses: losses.found,
    lossCounts: losses.counts,
  };
}

type ReadLinks = (text: string, section: ReferenceSection, losses: Losses) => ReferenceLink[];

const READ_LINKS: Record<ReaderName, ReadLinks> = {
  python(text, { bodyStart, bodyEnd }, losses) {
    return pythonLines(text, bodyStart, bodyEnd).flatMap(({ start, end, found }) => {
      if (!found) losses.add('line', start, end);
      else if (found.end < end && text.slice(found.end, end).trim() !== '') {
        losses.add('rest', found.end, end);
      }
      return found ? [found.link] : [];
    });
  },
  javascript(text, { bodyStart, bodyEnd }, losses) {
    const links = javascriptLinks(text, bodyStart, bodyEnd);
    let taken = 0;
    for (const { start, end } of pythonLines(text, bodyStart, bodyEnd)) {
      while ((links[taken]?.end ?? end) < start) taken += 1;
      const link = links[taken];
      if (!link || link.at >= end) losses.add('line', start, end);
    }
    return links.map(({ link }) => link);
  },
};
