export const NO_SITES = 'No site is listed here yet. Sites appear after their first valid visit.';

export const PAST_THE_END = 'This page is past the end of the list.';

/** Creates the pager. Returns null for a list with one page. */
export function pager(page: number, pages: number, pathOf: (page: number) => string) {
  if (pages <= 1) return null;
  const near = [1, page - 2, page - 1, page, page + 1, page + 2, pages];
  const numbers = [...new Set(near)].filter((number) => number >= 1 && number <= pages).toSorted((a, b) => a - b);
  return {
    page,
    pages,
    // A page past the end leads to the last page.
    previous: page > 1 ? pathOf(Math.min(page - 1, pages)) : null,
    next: page < pages ? pathOf(page + 1) : null,
    /** First, last and neighboring pages. */
    numbers: numbers.map((number, at) => ({
      number,
      path: pathOf(number),
      isAfterGap: at > 0 && number - (numbers[at - 1] ?? 0) > 1,
    })),
  };
}
export type Pager = NonNullable<ReturnType<typeof pager>>;
