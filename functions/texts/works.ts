import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { inspectFile, lookAtFile } from '../../src/crawl/visit/inspect-file.ts';
import { readHomepage } from '../../src/crawl/visit/read-homepage.ts';
import { summarizeChanges } from '../../src/directory/describe-change.ts';
import { readRegistryDocument } from '../../src/extract/registries.ts';
import {
  type FileOutline,
  type PartAsked,
  type PartRead,
  readPart,
  toOutline,
} from '../../src/operations/check/file-outline.ts';
import { compareVersions } from '../../src/operations/check/text-work.ts';
import { readFile } from '../../src/store/read-detail.ts';

/** Largest work on the event loop, in characters or bytes. This much text takes a few milliseconds. */
export const MAX_SIZE_HERE = 64 * 1024;
/** Most cached characters of outlines, which take about 30 MB. */
const MAX_KEPT_CHARACTERS = 16 * 1024 * 1024;

/** Outlines of large files by text hash, so that the next page of a file needs no second parse. */
const outlines = new LRUCache<string, FileOutline>({ maxSize: MAX_KEPT_CHARACTERS });

function readCachedPart(asked: PartAsked): PartRead {
  if (asked.body.length <= MAX_SIZE_HERE) return readPart(asked, toOutline(asked.body));
  const hash = createHash('sha256').update(asked.body).digest('base64url');
  const outline = outlines.get(hash) ?? toOutline(asked.body);
  outlines.set(hash, outline, { size: 1 + outline.characters });
  return readPart(asked, outline);
}

const works = {
  readPart: readCachedPart,
  compare: compareVersions,
  readFile,
  look: lookAtFile,
  inspect: inspectFile,
  readHomepage,
  summarize: ({ before, after }: { readonly before: string; readonly after: string }) =>
    summarizeChanges(before, after),
  readDocument: readRegistryDocument,
};

/** Kind of work that grows with the size of texts. */
export type Task = keyof typeof works;
export type Inputs = { readonly [Name in Task]: Parameters<(typeof works)[Name]>[0] };
export type Outputs = { readonly [Name in Task]: ReturnType<(typeof works)[Name]> };

const WORKS: { readonly [Name in Task]: (input: Inputs[Name]) => Outputs[Name] } = works;

/** Message that starts a task in the thread. */
export interface ThreadCall<Name extends Task = Task> {
  readonly task: Name;
  readonly input: Inputs[Name];
}

export function runWork<Name extends Task>({ task, input }: ThreadCall<Name>): Outputs[Name] {
  return WORKS[task](input);
}
