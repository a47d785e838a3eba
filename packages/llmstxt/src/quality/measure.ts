import type { LinkCheck } from '../types/facts.ts';
import type { LlmsFile } from '../types/file.ts';
import type { Finding } from '../types/finding.ts';
import type { LinksTried } from '../types/quality.ts';
import { emptyNames } from './fit/empty-names.ts';
import { foreignPages } from './fit/foreign-pages.ts';
import { fitNotes } from './fit/notes-fit.ts';
import { isPlaceholder } from './fit/placeholder-text.ts';
import { haveRandomWords } from './fit/random-words.ts';
import { type ReadPage, readPages } from './fit/read-page.ts';
import { fitSections } from './fit/sections-fit.ts';
import { WordOrder } from './fit/word-order.ts';
import { type Heading, readHeading } from './heading.ts';
import type { Trust } from './limit.ts';
import { meaningUnits } from './meaning.ts';
import { nowhereTest, outlineOf } from './outline.ts';
import { collectPages } from './pages.ts';
import { type Coverage, measureCoverage } from './parts/coverage.ts';
import { type Descriptions, measureDescriptions } from './parts/descriptions.ts';
import { scoreForm } from './parts/form.ts';
import { type Grouping, measureGroups } from './parts/grouping.ts';
import { countLinks, findFaults, type Health, isUseless } from './parts/health.ts';
import { type Introduction, IntroductionReader } from './parts/orientation.ts';
import type { Size } from './parts/size.ts';

export interface Measurements {
  readonly orientation: Introduction;
  readonly coverage: Coverage;
  readonly descriptions: Descriptions;
  readonly grouping: Grouping;
  readonly size: Size;
  readonly health: Health;
  /** Score of the form, 0–1. */
  readonly form: number;
  readonly trust: Trust;
}

/** Evidence (natural logarithm of odds) above which the words of a file count as shuffled. No real file has so much. */
const SHUFFLED_FILE = 1;

/** Returns the evidence that the words of lists and headings are shuffled. */
function computeEvidence(read: readonly ReadPage[], headings: readonly Heading[]): number {
  const order = new WordOrder();
  for (const { title } of headings) order.add(title);
  for (const { page } of read) {
    order.add(page.name);
    order.add(page.notes ?? '');
  }
  return order.evidence;
}

export function measure(
  file: LlmsFile,
  findings: readonly Finding[],
  linkChecks: readonly LinkCheck[] = [],
  links: LinksTried = countLinks(linkChecks),
): Measurements {
  const { bytes, tokens, sections, title } = file.document;
  const lines = [...outlineOf(file)];
  const introduction = new IntroductionReader(file.text);
  for (const line of lines) introduction.add(line);
  const pages = collectPages(lines, file.text.length);
  const read = readPages(file.text, pages);
  const headings = sections.map(readHeading);
  const ofTitle = meaningUnits(title ?? '');
  const fit = fitNotes(read, [...introduction.units, ...headings.flatMap(({ units }) => [...units]), ...ofTitle]);
  const foreign = foreignPages(read, file.url, ofTitle, introduction.units);
  const empty = emptyNames(read);
  const sectionsFit = fitSections(read, headings);
  const isNowhere = nowhereTest(file);
  const unusable = new Set(pages.filter((page) => isUseless(page) || isNowhere(page.target) || empty.has(page)));
  const uncounted = new Set([...unusable, ...foreign]);
  const body = new Set(headings.flatMap(({ units }) => [...units]));
  for (const { name, notes, units } of read) {
    // Paths in another language contain no words of the introduction.
    for (const unit of fit.areNamesForeign ? [...name, ...notes] : units) body.add(unit);
  }
  const { evidence } = introduction;
  return {
    orientation: introduction.finish(ofTitle, body, evidence),
    coverage: measureCoverage(pages, uncounted),
    descriptions: measureDescriptions(read, headings, ofTitle, fit, uncounted),
    grouping: { ...measureGroups(pages), fit: sectionsFit },
    size: { bytes, tokens },
    health: { ...links, ...findFaults(pages, read, unusable, findings) },
    form: scoreForm(findings),
    trust: {
      pages: read.length,
      foreign,
      emptyNames: empty,
      isRandom: evidence + computeEvidence(read, headings) > SHUFFLED_FILE || haveRandomWords(read),
      isExchanged: fit.isExchanged,
      isPlaceholder: isPlaceholder(file.text),
      sectionsFit,
    },
  };
}
