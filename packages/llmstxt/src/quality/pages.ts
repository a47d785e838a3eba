import type { OutlineLine } from './outline.ts';
import type { Address } from './paths.ts';

/** Page, file or endpoint in the text, with the range of the text around it. */
export interface Page extends Address {
  readonly line: number;
  readonly group: number;
  readonly kind: OutlineLine['kind'];
  /** Start of the text before the link, after the last page or heading. */
  readonly from: number;
  /** End of the text after the link. */
  readonly to: number;
}

/** Reads the pages of lines, in order. Returns a page once per entry. `end` is the end of the text. */
export function collectPages(lines: Iterable<OutlineLine>, end: number): readonly Page[] {
  const pages: Page[] = [];
  let open: { to: number } | null = null;
  const close = (to: number) => {
    if (open !== null) open.to = to;
    open = null;
  };
  let boundary = 0;
  for (const line of lines) {
    const { number, group, kind, heading, addresses } = line;
    if (heading || addresses.length > 0) close(line.start);
    if (heading) boundary = line.start;
    for (const address of addresses) {
      close(address.start);
      // A sentence describes its link on both sides.
      const from = kind === 'prose' ? boundary : Math.max(boundary, line.start);
      const page = { ...address, line: number, group, kind, from, to: end };
      pages.push(page);
      open = page;
      boundary = address.end;
    }
  }
  return pages;
}
