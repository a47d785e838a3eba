const PAIRS = ['()', '[]', '{}', '（）', '［］', '【】', '「」', '『』', '〔〕'];

/** Reports whether a text begins or ends with an unmatched bracket. */
export function hasLoneEnd(words: string): boolean {
  return [0, words.length - 1].some((at) => isLone(words, at));
}

/** Reports whether a bracket is unmatched. Uses a separate stack. */
function isLone(words: string, at: number): boolean {
  const pair = PAIRS.find((one) => words !== '' && one.includes(words.charAt(at)));
  if (pair === undefined) return false;
  const open: number[] = [];
  for (let next = 0; next < words.length; next++) {
    if (words[next] === pair[0]) open.push(next);
    else if (words[next] === pair[1] && open.pop() === undefined && next === at) return true;
  }
  return open.includes(at);
}
