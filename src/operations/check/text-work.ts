import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { diff, parse } from '#llmstxt';
import { describeChange } from '../../directory/describe-change.ts';
import type { ReadFile } from '../../directory/detail.ts';
import { MAX_CHANGES, type VersionChange } from '../../directory/version.ts';
import { type FileSource, readFile } from '../../store/read-detail.ts';
import { type FileOutline, outlineOf, type PartAsked, type PartRead, readPart } from './file-outline.ts';

/** Longest compared text. It fits a paragraph. */
export const MAX_CHANGE_CHARACTERS = 500;

export interface TextsToCompare {
  readonly before: string;
  readonly after: string;
}

export interface ComparedTexts {
  readonly total: number;
  readonly changes: readonly VersionChange[];
}

/** Work that grows with the size of site texts. `client` is the waiting network, because networks take turns. */
export interface TextWork {
  /** Rejects with `DirectoryError` service.busy after the deadline. */
  readPart(asked: PartAsked, client: string): Promise<PartRead>;
  /** Rejects with `DirectoryError` service.busy if the work is not done in time. */
  compare(texts: TextsToCompare, client: string): Promise<ComparedTexts>;
  /** Judges a stored file again. Rejects with `DirectoryError` service.busy if the work is not done in time. */
  readFile(source: FileSource, client: string): Promise<ReadFile>;
}

export interface UsesTexts {
  readonly texts: TextWork;
}

export type TextCall =
  | { readonly task: 'readPart'; readonly input: PartAsked }
  | { readonly task: 'compare'; readonly input: TextsToCompare }
  | { readonly task: 'readFile'; readonly input: FileSource };

export function countCharacters({ task, input }: TextCall): number {
  if (task === 'readFile') return input.bytes ?? input.text?.length ?? 0;
  return task === 'compare' ? input.before.length + input.after.length : input.body.length;
}

/** Most cached characters of texts and results, about 30 MB. */
const MAX_KEPT_CHARACTERS = 16 * 1024 * 1024;

/** Works on texts and caches results by text hash, so that the next page of a file needs no second parse. */
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
