/** Where a copy goes on; its members are the store's own business. */
export type CopyCursor = Readonly<Record<string, unknown>>;

export interface CopyStep {
  /** `{"table": …, "row": …}`, one JSON text each, exact to the digit; every line ends with a line feed. */
  readonly lines: string;
  /** Null: that was the last step. */
  readonly cursor: CopyCursor | null;
}

export interface CopyDescription {
  /** Versions of the migrations that made the database, oldest first. */
  readonly migrations: readonly string[];
  readonly tables: readonly string[];
}

/** A table of which not as many rows have been written as the copy says it has. */
export interface CopyDifference {
  readonly table: string;
  readonly expected: number;
  readonly found: number;
}

/** The part of the store that copies the whole directory, and takes a copy back. */
export interface BackupStore {
  describeCopy(): Promise<CopyDescription>;
  /** The next lines of a copy. Each domain is whole and as of one instant; of two domains one may be later than the other. */
  readCopy(cursor: CopyCursor | null): Promise<CopyStep>;
  /**
   * Makes the store ready to take the copy with this digest. `continued`: it had been begun before, and takes it again from the
   * first line. Throws `StoreError('conflict')` unless the directory is empty.
   */
  beginRestore(digest: string): Promise<'begun' | 'continued'>;
  /** Writes lines in the order of the copy. Returns how many were new. */
  writeCopy(digest: string, lines: string): Promise<number>;
  /** Ends the restore if every table has as many rows as the copy (`counts`: lines of each table); else says where not. */
  finishRestore(digest: string, counts: Readonly<Record<string, number>>): Promise<readonly CopyDifference[]>;
}
