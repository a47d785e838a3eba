import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { diff, parse } from '#llmstxt';
import { describeChange } from '../directory/describe-change.ts';
import type { ReadFile } from '../directory/detail.ts';
import { MAX_CHANGES, type VersionChange } from '../directory/version.ts';
import { type FileSource, readFile } from '../store/read-detail.ts';
import { type FileOutline, outlineOf, type PartAsked, type PartRead, readPart } from './file-outline.ts';

/** A paragraph: whole texts are not compared here. */
export const MAX_CHANGE_CHARACTERS = 500;

export interface TextsToCompare {
  readonly before: string;
  readonly after: string;
}

export interface ComparedTexts {
  readonly total: number;
  readonly changes: readonly VersionChange[];
}

/** Work that grows with the texts of strangers. `client`: the network that waits for it, because clients take turns. */
export interface TextWork {
  /** Rejects with `DirectoryError` service.busy if the work is not done in time. */
  readPart(asked: PartAsked, client: string): Promise<PartRead>;
  /** Rejects with `DirectoryError` service.busy if the work is not done in time. */
  compare(texts: TextsToCompare, client: string): Promise<ComparedTexts>;
  /** Judges a stored file again. Rejects with `DirectoryError` service.busy if the work is not done in time. */
  readFile(source: FileSource, client: string): Promise<ReadFile>;
}

/** What an operation needs to work on texts. */
export interface UsesTexts {
  readonly texts: TextWork;
}

/** One work, as it is sent to a thread. */
export type TextCall =
  | { readonly task: 'readPart'; readonly input: PartAsked }
  | { readonly task: 'compare'; readonly input: TextsToCompare }
  | { readonly task: 'readFile'; readonly input: FileSource };

/** Characters of the texts that a work reads. */
export function countCharacters({ task, input }: TextCall): number {
  if (task === 'readFile') return input.bytes ?? input.text?.length ?? 0;
  return task === 'compare' ? input.before.length + input.after.length : input.body.length;
}

/** Characters kept of texts and of what was found in them: some 30 MB. */
const MAX_KEPT_CHARACTERS = 16 * 1024 * 1024;

/** Works on texts and keeps what it found, by the hash of the text: the next page of a file needs no second parse. */
export function createTextWorker(): (call: TextCall) => PartRead | ComparedTexts | ReadFile {
  const outlines = new LRUCache<string, FileOutline>({ maxSize: MAX_KEPT_CHARACTERS });
  return (call) => {
    if (call.task === 'compare') return compareTexts(call.input);
    if (call.task === 'readFile') return readFile(call.input);
    const { body } = call.input;
    const hash = createHash('sha256').update(body).digest('base64url');
    const outline = outlines.get(hash) ?? outlineOf(body);
    outlines.set(hash, outline, { size: 1 + outline.characters });
    return readPart(call.input, outline);
  };
}

export function compareTexts({ before, after }: TextsToCompare): ComparedTexts {
  const changes = diff(parse(before), parse(after));
  return {
    total: changes.length,
    changes: changes.slice(0, MAX_CHANGES).map((change) => describeChange(change, MAX_CHANGE_CHARACTERS)),
  };
}
