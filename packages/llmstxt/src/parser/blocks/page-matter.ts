/** Keys and values, or nothing, up to a line of dashes with a heading after it; a sticky pattern from the first key on. */
const PAGE_MATTER =
  /(?:[A-Za-z_][\w-]*[ \t]*:[^\r\n]*(?:\r\n?|\n)(?:(?:[A-Za-z_][\w-]*[ \t]*:|[ \t]+\S|- )[^\r\n]*(?:\r\n?|\n)){0,60})?---[ \t]*(?=\s{1,8}#)/y;

/**
 * Offset after the front matter of a page in the middle of a file that joins pages. `from`: start of the line after its
 * first dashes. -1 if there is none.
 */
export function pageMatterEnd(text: string, from: number): number {
  PAGE_MATTER.lastIndex = from;
  return PAGE_MATTER.test(text) ? PAGE_MATTER.lastIndex : -1;
}
