import type { CopyCursor, CopyStep } from '../../store/backup.ts';
import type { Store } from '../../store/store.ts';
import { hashOfRow, parseTable, type RangeEnd, TABLE_BYTES } from './copy-format.ts';
import { rangesOf, tableIn } from './read-copy.ts';

export type ReadStore = Pick<Store, 'readCopy'>;

/** Lines of a copy for some rows. */
export interface Section {
  /** Lines, each with its line feed. */
  readonly lines: string;
  /** End after the lines, or null if more lines follow. */
  readonly end: RangeEnd | null;
  /** Hashes of rows in these lines and in the kept lines of the base. */
  readonly tables: readonly string[];
}

/** Yields all rows after the cursor. */
export async function* wholeOf(store: ReadStore, from: CopyCursor | null): AsyncGenerator<Section> {
  for (let next: Promise<CopyStep> | null = store.readCopy(from); next !== null; ) {
    const { lines, cursor, through }: CopyStep = await next;
    // Let the database read the next step while this step is packed.
    next = cursor === null ? null : store.readCopy(cursor);
    // Ignore the rejection here, because the await throws it.
    next?.catch(() => {});
    yield { lines, end: through === null ? null : { through, gone: [] }, tables: listTables(lines) };
  }
}

/** Yields the changes since a full copy. Reads all rows without a domain, because there are few. */
export async function* changesOf(store: ReadStore, base: string): AsyncGenerator<Section> {
  let cursor: CopyCursor | null = null;
  for await (const { lines: older, end } of rangesOf(base)) {
    if (end === null) break;
    const { through } = end;
    const hashes = older.map(hashOfRow);
    const rows = [...new Set(hashes)];
    const unchanged = new Set<string>();
    for (;;) {
      const step: CopyStep = await store.readCopy(cursor, { through, rows });
      cursor = step.cursor;
      for (const [at, row] of rows.entries()) if (step.kept?.[at] === '1') unchanged.add(row);
      if (step.through === through) {
        const keptLines = older.filter((_, at) => unchanged.has(hashes[at] ?? ''));
        const removed = rows.filter((row) => !unchanged.has(row));
        yield {
          lines: step.lines,
          end: { through, gone: removed },
          tables: [...listTables(step.lines), ...keptLines.map(tableIn)],
        };
        break;
      }
      yield { lines: step.lines, end: null, tables: listTables(step.lines) };
    }
  }
  yield* wholeOf(store, cursor);
}

function listTables(lines: string): string[] {
  const tables: string[] = [];
  for (let at = 0; at < lines.length; at = lines.indexOf('\n', at) + 1) {
    tables.push(parseTable(lines.slice(at, at + TABLE_BYTES)));
  }
  return tables;
}
