/** Matches the keys and values of a page's front matter, up to a line of dashes before a heading. The search starts at the first key. */
const PAGE_MATTER =
  /(?:[A-Za-z_][\w-]*[ \t]*:[^\r\n]*(?:\r\n?|\n)(?:(?:[A-Za-z_][\w-]*[ \t]*:|[ \t]+\S|- )[^\r\n]*(?:\r\n?|\n)){0,60})?---[ \t]*(?=\s{1,8}#)/y;

/**
 * Returns the offset after the front matter of a page inside a file of joined pages. `from` is the line start after
 * its first dashes. Returns -1 without a block.
 */
export function pageMatterEnd(text: string, from: number): number {
  PAGE_MATTER.lastIndex = from;
  return PAGE_MATTER.test(text) ? PAGE_MATTER.lastIndex : -1;
}
