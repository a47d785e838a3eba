import type { Phrase } from '../phrase.ts';

/** Meaning of a quality in words. `look` is the color of the words. */
export interface Grade {
  readonly words: string;
  readonly look: 'good' | 'fair' | 'bad';
  readonly meaning: string;
}

/** Grades with their least quality, best first. */
const GRADES: readonly (Grade & { readonly from: number })[] = [
  { from: 80, words: 'Very good', look: 'good', meaning: 'An agent finds the right page easily.' },
  { from: 60, words: 'Good', look: 'good', meaning: 'An agent finds most pages.' },
  { from: 40, words: 'Fair', look: 'fair', meaning: 'An agent finds some pages and has to guess the others.' },
];
const WEAK: Grade = { words: 'Weak', look: 'bad', meaning: 'An agent gets little help from this file.' };

/** Returns the grade of a valid file. `quality` is 0 to 100. */
export function gradeOf(quality: number): Grade {
  return GRADES.find(({ from }) => quality >= from) ?? WEAK;
}

export const MAX_STEPS = 3;

/** State of a file as a word, a number and a sentence, with next steps. */
export interface VerdictView {
  readonly words: string;
  readonly look: Grade['look'] | 'none';
  readonly score: number | null;
  readonly sentence: string;
  readonly steps: readonly Phrase[];
}
