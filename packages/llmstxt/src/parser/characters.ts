/** How often `code` stands in a row from `at` on. */
export function runOf(text: string, at: number, to: number, code: number): number {
  let end = at;
  while (end < to && text.charCodeAt(end) === code) end++;
  return end - at;
}

/** Where the last run of n backticks starts, by n: a run whose like does not follow opens nothing. */
export function lastBackticks(text: string, from: number, to: number): Map<number, number> {
  const last = new Map<number, number>();
  for (let at = text.indexOf('`', from); at >= 0 && at < to; at = text.indexOf('`', at)) {
    const run = runOf(text, at, to, 96);
    last.set(run, at);
    at += run;
  }
  return last;
}

/** The offset of the next character that is no space, tab or line end. */
export function skipBlank(text: string, at: number, to: number): number {
  let next = at;
  while (next < to) {
    const code = text.charCodeAt(next);
    if (code !== 32 && code !== 9 && code !== 10 && code !== 13) break;
    next++;
  }
  return next;
}
