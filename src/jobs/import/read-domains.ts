import { type DomainNameOptions, parseDomainName } from '../../directory/domain-name.ts';
import { readCells } from '../read-cells.ts';

export interface BadLine {
  readonly line: number;
  readonly detail: string;
}

/** Longest line. Longer lines are refused. */
const MAX_LINE_CHARACTERS = 100_000;

/**
 * Reads a list of domains: one domain or URL per line, `rank,domain` as in Tranco, or CSV or TSV with a `domain`
 * column. Skips blank lines and lines that start with `#`.
 */
export async function* readDomains(
  lines: AsyncIterable<string>,
  options: Pick<DomainNameOptions, 'reserved' | 'ownHost'>,
): AsyncGenerator<{ readonly line: number; readonly domain: string } | BadLine> {
  let column: number | null = null;
  let line = 0;
  for await (const raw of lines) {
    line += 1;
    const text = line === 1 ? raw.replace(/^\uFEFF/, '') : raw;
    if (text.trim() === '' || text.startsWith('#')) continue;
    if (text.length > MAX_LINE_CHARACTERS) {
      yield { line, detail: 'The line is far too long.' };
      continue;
    }
    const cells = readCells(text);
    if (column === null) {
      const header = cells.findIndex((cell) => cell.trim().toLowerCase() === 'domain');
      if (header >= 0) {
        column = header;
        continue;
      }
      column = cells.length >= 2 && /^\d+$/.test(cells[0]?.trim() ?? '') ? 1 : 0;
    }
    const parsed = parseDomainName(cells[column] ?? '', { ...options, form: 'name-or-url' });
    yield parsed.ok ? { line, domain: parsed.domain } : { line, detail: parsed.detail };
  }
}
