import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../directory/parse-json.ts';
import { rowSchema } from '../content/row-schema.ts';
import { appendLines, isMissing } from './site-folder.ts';
import { toStateDir } from './state-dir.ts';

const entrySchema = z.object({
  domain: z.string(),
  revision: z.string(),
  /** List row. Null for domains outside of lists and our llms.txt. */
  row: rowSchema.nullable(),
  /** Hash of the list data, stored because a build needs it for all domains. */
  row_hash: z.string().nullable(),
  /** Time since which its llms.txt is unreadable or invalid. */
  failing_since: z.string().nullable(),
  /** Time of the last content change, for the sitemap. */
  changed_at: z.string().nullable(),
  /** True if the page failed to render. The next build retries. */
  failed: z.boolean(),
  /** Fingerprint of the page's templates and settings. */
  fingerprint: z.string(),
});
export type LedgerEntry = z.infer<typeof entrySchema>;

// Put the most frequent first, because zod tries them in order.
const lineSchema = z.union([
  z.object({ put: entrySchema }),
  z.object({ input: z.string(), hash: z.string().nullable() }),
  z.object({ drop: z.string() }),
  z.object({ cursor: z.string() }),
  z.object({ head: z.string() }),
]);
type Line = z.infer<typeof lineSchema>;

/** Lines per entry from which a ledger is rewritten. */
const COMPACT_FACTOR = 3;
const LEDGER_FILE = 'ledger.jsonl';
/** File with the cursor of the ledger, because servers read the cursor often. */
export const CURSOR_FILE = 'cursor.txt';

/** Returns the change cursor of the last build of `outDir`, or null without a build. */
export async function readBuiltCursor(outDir: string): Promise<string | null> {
  return await readFile(join(toStateDir(outDir), CURSOR_FILE), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

/**
 * Ledger of the build. Each fact is one appended line, so the next build does only new work. A killed build continues
 * after the last line. A damaged or foreign ledger causes a full build, whose unchanged files keep their bytes. `fingerprint`
 * identifies the templates and settings.
 */
export class Ledger {
  readonly entries: Map<string, LedgerEntry>;
  readonly #inputs: Map<string, string>;
  readonly #fingerprint: string;
  readonly #file: string;
  readonly #cursorFile: string;
  #cursor: string | null;
  /** Number of lines of the file. */
  #lines: number;

  constructor(dir: string, fingerprint: string) {
    mkdirSync(dir, { recursive: true });
    this.#file = join(dir, LEDGER_FILE);
    this.#cursorFile = join(dir, CURSOR_FILE);
    this.#fingerprint = fingerprint;
    const { entries, inputs, cursor, lines, isCurrent } = readLedger(this.#file, fingerprint);
    this.entries = entries;
    this.#inputs = inputs;
    this.#cursor = cursor;
    this.#lines = lines;
    if (isCurrent) this.#writeCursor();
    else this.#compact();
  }

  /** Change cursor of the last build. Null before the first build and with other templates. */
  get cursor(): string | null {
    return this.#cursor;
  }

  commit({ put, drop, cursor }: Commit): void {
    for (const entry of put) this.entries.set(entry.domain, entry);
    for (const domain of drop) this.entries.delete(domain);
    if (cursor !== undefined) this.#cursor = cursor;
    this.#append([
      ...put.map((entry) => ({ put: entry })),
      ...drop.map((domain) => ({ drop: domain })),
      ...(cursor === undefined ? [] : [{ cursor }]),
    ]);
    if (cursor !== undefined) this.#writeCursor();
  }

  /** Reports whether the hash of the last input of `path` differs from `hash`. */
  differs(path: string, hash: string): boolean {
    return this.#inputs.get(path) !== hash;
  }

  /** Stores the hash of the input by path. */
  setInputs(made: ReadonlyMap<string, string>): void {
    for (const [path, hash] of made) this.#inputs.set(path, hash);
    this.#append([...made].map(([input, hash]) => ({ input, hash })));
  }

  inputPaths(): string[] {
    return [...this.#inputs.keys()];
  }

  dropInput(path: string): void {
    this.#inputs.delete(path);
    this.#append([{ input: path, hash: null }]);
  }

  close(): void {
    if (this.#lines > COMPACT_FACTOR * (this.entries.size + this.#inputs.size + 2)) this.#compact();
  }

  #compact(): void {
    const all: Line[] = [
      { head: this.#fingerprint },
      ...[...this.entries.values()].map((put) => ({ put })),
      ...[...this.#inputs].map(([input, hash]) => ({ input, hash })),
      ...(this.#cursor === null ? [] : [{ cursor: this.#cursor }]),
    ];
    replaceFile(this.#file, `${all.map((line) => JSON.stringify(line)).join('\n')}\n`);
    this.#lines = all.length;
    this.#writeCursor();
  }

  #writeCursor(): void {
    if (this.#cursor === null) rmSync(this.#cursorFile, { force: true });
    else replaceFile(this.#cursorFile, this.#cursor);
  }

  #append(added: readonly Line[]): void {
    if (added.length === 0) return;
    const lines = added.map((line) => JSON.stringify(line));
    appendLines(this.#file, lines);
    this.#lines += added.length;
  }
}

interface Commit {
  readonly put: readonly LedgerEntry[];
  readonly drop: readonly string[];
  readonly cursor?: string;
}

function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.tmp`, text);
  renameSync(`${path}.tmp`, path);
}

/** Reads a ledger. `isCurrent` is true if the ledger is complete and has these templates. */
function readLedger(file: string, fingerprint: string) {
  const entries = new Map<string, LedgerEntry>();
  const inputs = new Map<string, string>();
  let cursor: string | null = null;
  let sameTemplates = false;
  const { found, torn } = readLines(file);
  for (const line of found) {
    if ('put' in line) entries.set(line.put.domain, line.put);
    else if ('drop' in line) entries.delete(line.drop);
    else if ('cursor' in line) cursor = line.cursor;
    else if ('head' in line) sameTemplates = line.head === fingerprint;
    else if (line.hash === null) inputs.delete(line.input);
    else inputs.set(line.input, line.hash);
  }
  const lines = found.length;
  if (sameTemplates) return { entries, inputs, cursor, lines, isCurrent: !torn };
  // Rebuild all pages with other templates, but keep the entries, because they show removed domains.
  for (const path of inputs.keys()) inputs.set(path, '');
  return { entries, inputs, cursor: null, lines, isCurrent: false };
}

/** Returns the lines before the first unreadable line. */
function readLines(file: string): { found: Line[]; torn: boolean } {
  const lines: Line[] = [];
  for (const line of readText(file).split('\n')) {
    if (line === '') continue;
    const parsed = lineSchema.safeParse(parseJson(line));
    if (!parsed.success) return { found: lines, torn: true };
    lines.push(parsed.data);
  }
  return { found: lines, torn: false };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}
