import { meaningUnits } from './meaning.ts';
import type { OutlineLine } from './outline.ts';
import type { Address } from './paths.ts';

/** Page, file or endpoint in the text, with the text around it. */
export interface Page {
  readonly name: string;
  readonly nameUnits: readonly string[];
  readonly target: string;
  readonly notes: string | null;
  readonly line: number;
  readonly group: number;
  readonly kind: OutlineLine['kind'];
  /** Text about the page before its link. */
  readonly before: string;
  readonly after: string;
}

/** Most characters read of a name or path. */
export const MAX_NAME = 200;
/** Characters read on either side of a URL, about sixty words. */
const MAX_AROUND = 400;

/** Reads all pages of a text from its lines, in order. Returns a page once per entry. */
export class PageReader {
  readonly #text: string;
  readonly #see: (page: Page) => void;
  #open: OpenPage | null = null;
  /** Start of the text after the last page or heading. */
  #boundary = 0;

  /** @param see receives each page after the text that follows the page was read */
  constructor(text: string, see: (page: Page) => void) {
    this.#text = text;
    this.#see = see;
  }

  add(line: OutlineLine): void {
    if (line.heading || line.addresses.length > 0) this.#close(line.start);
    if (line.heading) this.#boundary = line.start;
    for (const address of line.addresses) {
      this.#close(address.start);
      const nameUnits = meaningUnits(address.name.slice(0, MAX_NAME));
      const from = findDescriptionStart(address, line, this.#boundary, nameUnits.length > 0);
      this.#open = { address, nameUnits, line, from };
      this.#boundary = address.end;
    }
  }

  /** Call after the last line. */
  finish(): void {
    this.#close(this.#text.length);
  }

  /** Ends the text about the open page at `to`. */
  #close(to: number): void {
    if (this.#open === null) return;
    const { address, nameUnits, line, from } = this.#open;
    this.#open = null;
    this.#see({
      name: address.name,
      nameUnits,
      target: address.target,
      notes: address.notes,
      line: line.number,
      group: line.group,
      kind: line.kind,
      before: this.#text.slice(Math.max(from, address.start - MAX_AROUND), address.start),
      after: this.#text.slice(address.end, Math.min(to, address.end + MAX_AROUND)),
    });
  }
}

interface OpenPage {
  readonly address: Address;
  readonly nameUnits: readonly string[];
  readonly line: OutlineLine;
  /** Start of the text that describes the page. */
  readonly from: number;
}

/**
 * Text before a link of a list is about it only if its name has no content, such as "here". A sentence describes its
 * link on both sides.
 */
function findDescriptionStart({ start }: Address, line: OutlineLine, boundary: number, isNamed: boolean): number {
  if (line.kind === 'prose') return boundary;
  return line.kind === 'item' && isNamed ? start : Math.max(boundary, line.start);
}
