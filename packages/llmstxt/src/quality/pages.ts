import type { OutlineLine } from './outline.ts';
import type { Address } from './paths.ts';

/** A page, file or endpoint that the text names, with the text around it. */
export interface Page {
  readonly name: string;
  readonly target: string;
  readonly notes: string | null;
  /** From 1. */
  readonly line: number;
  readonly group: number;
  /** The text before it that is about it, and the text up to the next page or heading. */
  readonly before: string;
  readonly after: string;
}

/** Some sixty words on either side of an address: more than notes need. */
const MAX_AROUND = 400;

/** Every page of the text in order. A page that is named twice comes twice. */
export function* pagesOf(text: string, outline: Iterable<OutlineLine>): Iterable<Page> {
  let open: OpenPage | null = null;
  /** Where the text after the last page, or the last heading, begins. */
  let boundary = 0;
  for (const line of outline) {
    if (open !== null && (line.heading || line.addresses.length > 0)) {
      yield toPage(text, open, line.start);
      open = null;
    }
    if (line.heading) boundary = line.start;
    for (const address of line.addresses) {
      if (open !== null) yield toPage(text, open, address.start);
      open = { address, line, from: aboutStart(address, line, boundary) };
      boundary = address.end;
    }
  }
  if (open !== null) yield toPage(text, open, text.length);
}

interface OpenPage {
  readonly address: Address;
  readonly line: OutlineLine;
  /** Where the text before it that is about it begins. */
  readonly from: number;
}

/** What is before a named link of a list is not about it; a sentence describes its link on both sides. */
function aboutStart(address: Address, line: OutlineLine, boundary: number): number {
  if (line.kind === 'prose') return boundary;
  return line.kind === 'item' && address.name !== '' ? address.start : Math.max(boundary, line.start);
}

function toPage(text: string, { address, line, from }: OpenPage, to: number): Page {
  return {
    name: address.name,
    target: address.target,
    notes: address.notes,
    line: line.number,
    group: line.group,
    before: text.slice(Math.max(from, address.start - MAX_AROUND), address.start),
    after: text.slice(address.end, Math.min(to, address.end + MAX_AROUND)),
  };
}
