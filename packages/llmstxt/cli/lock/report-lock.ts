import { printable } from '../printable.ts';
import { renderChange } from '../report-changes.ts';
import type { LockCheck } from './compare-locked.ts';

/** A sentence per problem and note, with the changes below; nothing for a file that is as locked. */
export function renderLockCheck({ name, problems, notes, changes }: LockCheck): string {
  const place = printable(name);
  const sentences = [...problems, ...notes].map((sentence) => `${place}: ${printable(sentence)}\n`);
  return [...sentences, ...changes.map((change) => `    ${renderChange(change)}\n`)].join('');
}
