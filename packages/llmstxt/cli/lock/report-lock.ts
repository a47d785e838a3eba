import { printable } from '../printable.ts';
import { renderChange } from '../report-changes.ts';
import type { LockCheck } from './compare-locked.ts';

/** Formats problems and notes as sentences, with the changes below. Empty for an unchanged file. */
export function renderLockCheck({ name, problems, notes, changes }: LockCheck): string {
  const place = printable(name);
  const sentences = [...problems, ...notes].map((sentence) => `${place}: ${printable(sentence)}\n`);
  return [...sentences, ...changes.map((change) => `    ${renderChange(change)}\n`)].join('');
}
