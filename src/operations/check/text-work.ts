import { diff, parse } from '#llmstxt';
import { describeChange } from '../../directory/describe-change.ts';
import type { ReadFile } from '../../directory/detail.ts';
import { MAX_CHANGES } from '../../directory/version.ts';
import { unpackTextSync } from '../../store/packed-text.ts';
import type { FileSource } from '../../store/read-detail.ts';
import type { VersionText } from '../../store/versions.ts';
import type { PartAsked, PartRead } from './file-outline.ts';

/** Longest compared text, in characters. A paragraph fits. */
export const MAX_CHANGE_CHARACTERS = 500;

export interface VersionsToCompare {
  readonly before: VersionText;
  readonly after: VersionText;
}

export type ComparedTexts = ReturnType<typeof compareVersions>;

/** Work that grows with the size of site texts. Networks take turns. `client` is as in `Caller.network`. */
export interface TextWork {
  /** Reads a part of a stored text. Rejects with `DirectoryError` service.busy after the deadline. */
  readPart(asked: PartAsked, client: string): Promise<PartRead>;
  /** Compares two versions. Rejects with `DirectoryError` service.busy after the deadline. */
  compare(versions: VersionsToCompare, client: string): Promise<ComparedTexts>;
  /** Judges a stored file again. Rejects with `DirectoryError` service.busy after the deadline. */
  readFile(source: FileSource, client: string): Promise<ReadFile>;
}

export interface UsesTexts {
  readonly texts: TextWork;
}

export function compareVersions({ before, after }: VersionsToCompare) {
  const changes = diff(parse(unpackTextSync(before.packed)), parse(unpackTextSync(after.packed)));
  return {
    total: changes.length,
    changes: changes.slice(0, MAX_CHANGES).map((change) => describeChange(change, MAX_CHANGE_CHARACTERS)),
  };
}
