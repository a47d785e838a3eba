import type { Explanation } from '../../types/quality.ts';
import type { QualityConstants } from '../constants.ts';
import { beliefIn, DOUBTFUL, type NotesFit } from '../fit/notes-fit.ts';
import { countRead, type ReadPage } from '../fit/read-page.ts';
import type { Heading } from '../heading.ts';
import { weightOfAll } from '../meaning.ts';
import type { Page } from '../pages.ts';
import { count, keepLine } from '../part.ts';

export interface Descriptions {
  /** Number of pages whose words were read. */
  readonly pages: number;
  /** Number of pages with useful notes. A page with half of the needed words counts half. */
  readonly whole: number;
  /** Worth of the names of pages without useful notes. Fewer words count less. */
  readonly named: number;
  /** Worth of useful notes that were cut. */
  readonly cutShort: number;
  readonly brokenOff: number;
  /** Number of notes that repeat the notes of an earlier page. */
  readonly repeated: number;
  /** Pages with complete, unique notes about the page that add at least two words. */
  readonly useful: number;
  /** Pages whose notes add no word to their names. */
  readonly bare: number;
  /** Pages whose notes add only words that other notes repeat. */
  readonly template: number;
  /** Notes without a word that distinguishes their page. */
  readonly unfit: number;
  /** First pages whose score better notes would raise. */
  readonly lines: readonly number[];
}

/** Content words beyond the name that make notes useful. */
const ENOUGH_WORDS = 3;
/** Words from which a name is descriptive. */
const WORDS_OF_A_NAME = 3;
/** Fewest characters of notes compared. Shorter notes may be equal, such as "API reference". */
const MIN_COMPARED = 20;
const BREAKS_OFF = /(?:\.\.\.|…|&hellip;)[\])"'”]*\s*$/;

/** `title` are the units of the file's title. The `uncounted` pages lower the share of described pages. */
export function measureDescriptions(
  read: readonly ReadPage[],
  headings: readonly Heading[],
  title: readonly string[],
  fit: NotesFit,
  uncounted: ReadonlySet<Page>,
): Descriptions {
  const ofTitle = new Set(title);
  const notesBefore = new Set<string>();
  const lines: number[] = [];
  const counts = {
    whole: 0,
    cutShort: 0,
    brokenOff: 0,
    named: 0,
    repeated: 0,
    useful: 0,
    bare: 0,
    template: 0,
    unfit: 0,
  };
  for (const words of read) {
    const { page, name, after, added } = words;
    const ofPage = added.filter((unit) => !fit.template.has(unit));
    const heading = headings[page.group - 1];
    const addsNothing = ofPage.every((unit) => ofTitle.has(unit) || heading?.units.has(unit));
    const newWords = addsNothing ? 0 : weightOfAll(ofPage);
    const belief = uncounted.has(page) ? 0 : beliefIn(words, fit);
    const worth = Math.min(1, newWords / ENOUGH_WORDS) * belief;
    counts.named += (1 - worth) * Math.min(1, weightOfAll(name) / WORDS_OF_A_NAME);
    const notes = (page.notes ?? after).trim();
    const isRepeated = notes.length >= MIN_COMPARED && notesBefore.has(notes);
    notesBefore.add(notes);
    if (uncounted.has(page)) continue;
    if (newWords === 0) counts[added.length > ofPage.length ? 'template' : 'bare']++;
    else if (belief < DOUBTFUL) counts.unfit++;
    if (isRepeated) counts.repeated++;
    else if (BREAKS_OFF.test(notes.slice(-MIN_COMPARED))) {
      counts.cutShort += worth;
      counts.brokenOff++;
    } else {
      counts.whole += worth;
      if (worth > 0.5) {
        counts.useful++;
        continue;
      }
    }
    keepLine(lines, page.line);
  }
  return { pages: read.length, ...counts, lines };
}

export function scoreDescriptions(facts: Descriptions, constants: QualityConstants['descriptions']): number {
  return facts.pages === 0
    ? 0
    : (facts.whole + constants.cutShort * facts.cutShort + constants.named * facts.named) / facts.pages;
}

function adviceOn({ unfit, bare, template }: Descriptions): string {
  return unfit + template > bare
    ? 'Write notes that fit only their page: say what a reader finds there, with a word of its name or address.'
    : 'After each link, describe its content or its readers in a few unique words.';
}

export function explainDescriptions(facts: Descriptions): Explanation {
  const { pages, useful, bare, brokenOff, repeated, unfit, template, lines } = facts;
  if (pages === 0) return { reason: 'The file has no pages to describe.', raise: null, lines: [] };
  const sentences = [`Of ${countRead(pages)}, ${count(useful, 'has', 'have')} useful notes.`];
  if (bare > 0) sentences.push(`${count(bare, 'page has', 'pages have')} only a name.`);
  if (template > 0) sentences.push(`${count(template, 'note adds', 'notes add')} only words that other notes repeat.`);
  if (brokenOff > 0) sentences.push(`${count(brokenOff, 'note is', 'notes are')} cut off.`);
  if (repeated > 0) sentences.push(`${count(repeated, 'note repeats', 'notes repeat')} an earlier note.`);
  if (unfit > 0)
    sentences.push(`${count(unfit, 'note has', 'notes have')} no distinctive word of the page's name or address.`);
  return { reason: sentences.join(' '), raise: lines.length === 0 ? null : adviceOn(facts), lines };
}
