import { describe, expect, it } from 'vitest';
import { compareOutcomes, type FileOutcome, listUnexplained } from './corpus-outcome.ts';

const outcome = (file: string, changes: Partial<FileOutcome> = {}): FileOutcome => ({
  file,
  kind: 'llms',
  valid: true,
  quality: 50,
  rules: ['no-notes'],
  ...changes,
});

describe('the outcome of real files', () => {
  it('differs if a verdict changed, or if a file is new or missing', () => {
    const before = [outcome('a'), outcome('b'), outcome('c')];
    const after = [outcome('a'), outcome('b', { quality: 51 }), outcome('d', { rules: ['no-title'] })];
    const changes = compareOutcomes(before, after).map(({ file, rules }) => [file, ...rules]);
    expect(changes).toEqual([['b'], ['c', 'no-notes'], ['d', 'no-title']]);
  });

  it('accepts an explanation by file name or by all changed rules', () => {
    const flips = compareOutcomes(
      [outcome('a'), outcome('b'), outcome('c')],
      [outcome('a', { quality: 1 }), outcome('b', { rules: [] }), outcome('c', { rules: ['bad-url'] })],
    );
    const left = (...explained: string[]) => listUnexplained(flips, new Set(explained)).map(({ file }) => file);
    expect(left()).toEqual(['a', 'b', 'c']);
    expect(left('a')).toEqual(['b', 'c']);
    expect(left('rule:no-notes')).toEqual(['a', 'c']);
    expect(left('rule:no-notes', 'rule:bad-url', 'a')).toEqual([]);
  });
});
