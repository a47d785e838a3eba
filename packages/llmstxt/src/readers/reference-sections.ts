import { type Dialect, isLineStart, lineEndFrom, skipSpace } from './dialect.ts';

export interface ReferenceSection {
  readonly name: string;
  /** Offset of the `##`. */
  readonly at: number;
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

/**
 * Splits at `^##\s*(.*?)$` like both reference parsers. Every line that starts with two hashes matches, and the white
 * space after the hashes may span lines.
 */
export function splitSections(text: string, dialect: Dialect): { preambleEnd: number; sections: ReferenceSection[] } {
  const heads: { name: string; at: number; end: number }[] = [];
  let at = text.indexOf('##');
  while (at >= 0) {
    if (!isLineStart(text, at, dialect)) {
      // Continue after the whole run of hashes.
      let after = at;
      while (text[after] === '#') after += 1;
      at = text.indexOf('##', after);
      continue;
    }
    const start = skipSpace(text, at + 2, dialect);
    const end = lineEndFrom(text, start, dialect);
    heads.push({ name: text.slice(start, end), at, end });
    at = text.indexOf('##', end);
  }
  const sections = heads.map(({ name, at: head, end }, index) => ({
    name,
    at: head,
    bodyStart: end,
    bodyEnd: heads[index + 1]?.at ?? text.length,
  }));
  return { preambleEnd: heads[0]?.at ?? text.length, sections };
}
