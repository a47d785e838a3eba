import type { LinkCheck } from '../types/facts.ts';
import type { LlmsFile } from '../types/file.ts';
import type { Finding } from '../types/finding.ts';
import type { LinksTried } from '../types/quality.ts';
import { foreignPages } from './fit/foreign-pages.ts';
import { beliefIn, fitNotes } from './fit/notes-fit.ts';
import { numberedNames } from './fit/numbered-names.ts';
import { isPlaceholder } from './fit/placeholder-text.ts';
import { type ReadPage, readPage, unread } from './fit/read-page.ts';
import { fitSections } from './fit/sections-fit.ts';
import { WordOrder } from './fit/word-order.ts';
import type { Trust } from './limit.ts';
import { meaningUnits } from './meaning.ts';
import { outlineOf } from './outline.ts';
import { PageReader } from './pages.ts';
import { keepLine } from './part.ts';
import { type Coverage, CoverageCounter } from './parts/coverage.ts';
import { DescriptionCounter, type Descriptions } from './parts/descriptions.ts';
import { scoreForm } from './parts/form.ts';
import { GroupCounter, type Grouping } from './parts/grouping.ts';
import { countLinks, FaultCounter, type Health } from './parts/health.ts';
import { type Introduction, IntroductionReader } from './parts/orientation.ts';
import type { Size } from './parts/size.ts';

/** What the score is made of, before any constant is applied. */
export interface Measurements {
  readonly orientation: Introduction;
  readonly coverage: Coverage;
  readonly descriptions: Descriptions;
  readonly grouping: Grouping;
  readonly size: Size;
  readonly health: Health;
  /** 0–1. */
  readonly form: number;
  readonly trust: Trust;
}

/** Pages whose words are read. Hardly an agent reads on, and those before say how the file is written. */
const MAX_READ = 500;

/** Reads the text once. */
export function measure(
  file: LlmsFile,
  findings: readonly Finding[],
  linkChecks: readonly LinkCheck[] = [],
  links: LinksTried = countLinks(linkChecks),
): Measurements {
  const { bytes, tokens, sections, title } = file.document;
  const introduction = new IntroductionReader(file.text);
  const pages: ReadPage[] = [];
  const reader = new PageReader(file.text, (page) =>
    pages.push(pages.length < MAX_READ ? readPage(page) : unread(page)),
  );
  for (const line of outlineOf(file)) {
    introduction.add(line);
    reader.add(line);
  }
  reader.finish();

  const headings = sections.map((section) => section.title);
  const fit = fitNotes(pages);
  const foreign = foreignPages(pages, file.url, title ?? '', introduction.units);
  const numbered = numberedNames(pages);
  const sectionsFit = fitSections(pages, ({ page }) => sections[page.group - 1]?.title ?? '');
  const order = new WordOrder();
  for (const text of [...headings, introduction.text]) order.add(text);

  const coverage = new CoverageCounter();
  const descriptions = new DescriptionCounter();
  const groups = new GroupCounter();
  const faults = new FaultCounter(findings, links);
  const body = new Set(headings.flatMap(meaningUnits));
  for (const [at, read] of pages.entries()) {
    const { page, name, path, notes } = read;
    const counts = !foreign.has(read) && !numbered.has(read);
    if (at < MAX_READ) {
      order.add(page.name);
      order.add(page.notes ?? '');
    }
    for (const units of [name, path, notes]) for (const unit of units) body.add(unit);
    if (counts) coverage.add(page);
    if (at < MAX_READ) descriptions.add(read, counts ? beliefIn(read, fit) : 0);
    groups.add(page);
    faults.add(read, !numbered.has(read));
  }
  return {
    orientation: introduction.finish(title ?? '', body),
    coverage: coverage.result,
    descriptions: descriptions.result,
    grouping: { ...groups.finish(), fit: sectionsFit },
    size: { bytes, tokens },
    health: faults.result,
    form: scoreForm(findings),
    trust: {
      pages: pages.length,
      foreign: foreign.size,
      foreignLines: linesOfPages(foreign),
      numbered: numbered.size,
      numberedLines: linesOfPages(numbered),
      isShuffled: order.isRandom || (fit.areExchanged && fit.namesTrust < 0.5),
      isPlaceholder: isPlaceholder(file.text),
      sectionsFit,
    },
  };
}

function linesOfPages(pages: ReadonlySet<ReadPage>): readonly number[] {
  const lines: number[] = [];
  for (const { page } of pages) keepLine(lines, page.line);
  return lines;
}
