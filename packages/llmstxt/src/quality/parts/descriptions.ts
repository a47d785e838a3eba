import type { Explanation } from '../../types/quality.ts';
import type { QualityConstants } from '../constants.ts';
import type { Page } from '../pages.ts';
import { count, keepLine } from '../part.ts';
import { visitWords } from '../words.ts';

/** What the notes of the pages say that their names do not. */
export interface Descriptions {
  readonly pages: number;
  /** Pages with useful notes; one with half of the words that make notes useful counts half. */
  readonly whole: number;
  /** The same for notes that break off. */
  readonly cutShort: number;
  /** Notes that an earlier page has already. */
  readonly repeated: number;
  /** The first pages without useful notes. */
  readonly lines: readonly number[];
}

/** New words that make notes useful. Eight or three order real files less well. */
const ENOUGH_WORDS = 5;
/** The words around a plain address that are its name and not notes on it ("Help center: https://…"). */
const WORDS_OF_A_LABEL = 3;
/** Words of a name that are compared with the notes. */
const MAX_NAME = 30;
/** So much of two notes is compared; shorter ones may well be equal ("API reference"). */
const MAX_COMPARED = 60;
const MIN_COMPARED = 20;
const BREAKS_OFF = /(?:\.\.\.|…|&hellip;)[\])"'”]*\s*$/;

export class DescriptionCounter {
  readonly #notes = new Set<string>();
  readonly #lines: number[] = [];
  readonly #facts = { pages: 0, whole: 0, cutShort: 0, repeated: 0, lines: this.#lines };

  add(page: Page, newWords: number): void {
    const notes = (page.notes ?? page.after.split(/[\r\n]/, 1)[0] ?? '').trimEnd();
    const worth = newWords / ENOUGH_WORDS;
    this.#facts.pages++;
    if (this.#isRepeated(notes)) this.#facts.repeated++;
    else if (BREAKS_OFF.test(notes.slice(-MIN_COMPARED))) this.#facts.cutShort += worth;
    else {
      this.#facts.whole += worth;
      if (worth > 0.5) return;
    }
    keepLine(this.#lines, page.line);
  }

  #isRepeated(notes: string): boolean {
    const beginning = notes.slice(0, MAX_COMPARED).toLowerCase();
    if (beginning.length < MIN_COMPARED) return false;
    const repeated = this.#notes.has(beginning);
    this.#notes.add(beginning);
    return repeated;
  }

  get result(): Descriptions {
    return this.#facts;
  }
}

/** How many words the text around a page adds to its name, up to what makes notes useful. */
export function countNewWords(page: Page): number {
  const named = page.name !== '' && page.name !== page.target;
  const enough = named ? ENOUGH_WORDS : ENOUGH_WORDS + WORDS_OF_A_LABEL;
  const known: string[] = [];
  visitWords(named ? page.name : page.target.replace(/^[a-z]+:\/\//i, ''), (word) => known.push(word) < MAX_NAME);
  let added = 0;
  const add = (word: string): boolean => {
    if (known.includes(word)) return true;
    known.push(word);
    added++;
    return added < enough;
  };
  visitWords(page.after, add);
  if (added < enough) visitWords(page.before, add);
  return named ? added : Math.max(0, added - WORDS_OF_A_LABEL);
}

export function scoreDescriptions(facts: Descriptions, constants: QualityConstants['descriptions']): number {
  return facts.pages === 0 ? 0 : (facts.whole + constants.cutShort * facts.cutShort) / facts.pages;
}

export function explainDescriptions(facts: Descriptions): Explanation {
  const { pages, whole, cutShort, repeated, lines } = facts;
  if (pages === 0)
    return { reason: 'There are no pages to describe.', raise: 'Name pages and say what each holds.', lines: [] };
  const sentences = [
    `Of ${count(pages, 'page')}, ${count(Math.round(whole), 'has', 'have')} notes that say more than the name.`,
  ];
  if (cutShort >= 1) sentences.push(`${count(Math.round(cutShort), 'note breaks', 'notes break')} off in the middle.`);
  if (repeated > 0) sentences.push(`${count(repeated, 'note repeats', 'notes repeat')} an earlier one.`);
  return {
    reason: sentences.join(' '),
    raise: 'After each link, write in a few words of its own what a reader finds there, or whom it is for.',
    lines,
  };
}
