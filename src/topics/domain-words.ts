/** Length of the shortest word. Shorter words occur in names by chance. */
const MIN_WORD_IN_NAME = 3;

/**
 * Returns the words of a domain: its labels, the parts of labels between hyphens, and words of the site in the labels ("upland"
 * and "design" of uplanddesign.com). `ownWords` are folded.
 */
export function domainWords(domain: string, ownWords: ReadonlySet<string>): string[] {
  return domain.split('.').flatMap((label) => {
    const parts = label.split('-').filter(Boolean);
    const joined = parts.length > 1 ? [parts.join('')] : [];
    return [...joined, ...parts.flatMap((part) => [part, ...cutName(part, ownWords)])];
  });
}

interface Cut {
  readonly words: readonly string[];
  /** Worth of the words. A long word counts more than several short words. */
  readonly worth: number;
}

function cutName(name: string, ownWords: ReadonlySet<string>): readonly string[] {
  const cuts: Cut[] = [{ words: [], worth: 0 }];
  for (let end = 1; end <= name.length; end++) {
    let best = cuts[end - 1] ?? { words: [], worth: 0 };
    for (let start = 0; start <= end - MIN_WORD_IN_NAME; start++) {
      const word = name.slice(start, end);
      const before = cuts[start];
      if (word === name || !before || !ownWords.has(word)) continue;
      const worth = before.worth + word.length ** 2;
      if (worth > best.worth) best = { words: [...before.words, word], worth };
    }
    cuts.push(best);
  }
  return cuts.at(-1)?.words ?? [];
}
