import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type FileToInspect, inspectFile, lookAtFile } from '../../src/crawl/visit/inspect-file.ts';
import { readHomepage } from '../../src/crawl/visit/read-homepage.ts';
import type { TextsOfVisit, VisitTexts } from '../../src/crawl/visit/visit-texts.ts';
import { summarizeChanges } from '../../src/directory/describe-change.ts';
import type { ReadFile } from '../../src/directory/detail.ts';
import type { PackageLink } from '../../src/directory/package-resolution.ts';
import type { ChangeSummary } from '../../src/directory/version.ts';
import { type DocumentToRead, readRegistryDocument } from '../../src/extract/registries.ts';
import { outlineOf, type PartRead, readPart } from '../../src/operations/check/file-outline.ts';
import {
  type ComparedTexts,
  compareTexts,
  countCharacters,
  type TextCall,
  type TextWork,
} from '../../src/operations/check/text-work.ts';
import { readFile } from '../../src/store/read-detail.ts';
import { TextQueue } from './text-queue.ts';
import type { ThreadCall, VisitCall } from './thread-work.ts';

/** Largest work on the event loop, in characters or bytes. It takes a few milliseconds. */
const MAX_SIZE_HERE = 64 * 1024;

/** Deadlines of works. */
interface TextDeadlines {
  /** Deadline of a read, in ms. Two texts of 1 MiB take 250 ms, or a second if they contain only links. */
  readonly readMs: number;
  /** Deadline of all works of a check together, in ms. A check of 1 MiB takes 500 ms. */
  readonly checkMs: number;
  /** Deadline of one work of a crawl visit, in ms. */
  readonly visitMs: number;
}
const DEADLINES: TextDeadlines = { readMs: 1_250, checkMs: 1_500, visitMs: 10_000 };
const MAX_WAITING_OF_CLIENT = 8;
/** Largest cache of judged files, in bytes. It holds about 500 files. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** A preview has at most 16 KiB. */
const BYTES_OF_FILE = 16 * 1024;
const BYTES_OF_FINDING = 512;

export interface TextThreads extends TextWork {
  /** Works for visits. Sites take turns. */
  readonly ofVisits: VisitTexts;
  /**
   * Reads a registry's document. Returns null for an unknown form. Rejects with `DirectoryError` service.busy if the
   * work is not done in time.
   */
  readDocument(document: DocumentToRead, client: string): Promise<readonly PackageLink[] | null>;
  /** Starts the threads, so that the first works do not wait for them. */
  start(): void;
  close(): Promise<void>;
}

/**
 * Works on large texts in two threads, so that other requests do not wait. One thread serves reads. The other serves
 * visits, whose works take longer.
 */
export function openTextThreads({ readMs, checkMs, visitMs }: TextDeadlines = DEADLINES): TextThreads {
  const reads = new TextQueue({
    maxWaitingOfClient: MAX_WAITING_OF_CLIENT,
    limitMs: readMs,
    busy: 'Too many large files are read at once.',
  });
  const visits = new TextQueue({
    maxWaitingOfClient: MAX_WAITING_OF_CLIENT,
    limitMs: visitMs,
    busy: 'Too many large files are checked at once.',
  });
  const read = <Output>(call: TextCall, client: string) =>
    reads.do<Output>({ call, size: countCharacters(call), client, deadlineMs: readMs });

  /** Caches judgments, because a page, its Markdown and its data use the same one. */
  const kept = new LRUCache<string, ReadFile>({ maxSize: MAX_KEPT_BYTES });

  /** All works of a check share one deadline. The waits for the site between them do not count. */
  const openVisit = (isCheck: boolean): TextsOfVisit => {
    let leftMs = checkMs;
    let continues = false;
    const work = async <Output>(call: VisitCall, size: number): Promise<Output> => {
      const startedAt = performance.now();
      const followed = call.task === 'look' ? ({ followedBy: 'inspect' } as const) : {};
      const order = { call, size, client: call.input.domain, continues, ...followed };
      const output = await visits.do<Output>({ ...order, deadlineMs: isCheck ? leftMs : visitMs });
      leftMs -= performance.now() - startedAt;
      continues = true;
      return output;
    };
    return {
      async look(input) {
        const size = sizeOf(input);
        return size <= MAX_SIZE_HERE ? lookAtFile(input) : await work({ task: 'look', input }, size);
      },
      async inspect(input) {
        const size = sizeOf(input);
        return size <= MAX_SIZE_HERE ? inspectFile(input) : await work({ task: 'inspect', input }, size);
      },
      async readHomepage(input) {
        const size = input.body.length;
        return size <= MAX_SIZE_HERE ? readHomepage(input) : await work({ task: 'readHomepage', input }, size);
      },
    };
  };

  return {
    async readPart(input, client) {
      const call: TextCall = { task: 'readPart', input };
      if (countCharacters(call) <= MAX_SIZE_HERE) return readPart(input, outlineOf(input.body));
      return await read<PartRead>(call, client);
    },
    async compare(input, client) {
      const call: TextCall = { task: 'compare', input };
      if (countCharacters(call) <= MAX_SIZE_HERE) return compareTexts(input);
      return await read<ComparedTexts>(call, client);
    },
    async readFile(input, client) {
      const key = createHash('sha256').update(JSON.stringify(input)).digest('base64url');
      const known = kept.get(key);
      if (known) return known;
      const call: TextCall = { task: 'readFile', input };
      const file = countCharacters(call) <= MAX_SIZE_HERE ? readFile(input) : await read<ReadFile>(call, client);
      kept.set(key, file, { size: BYTES_OF_FILE + BYTES_OF_FINDING * file.findings.length });
      return file;
    },
    ofVisits: {
      open: openVisit,
      async summarizeChanges(domain, before, after) {
        const size = before.length + after.length;
        if (size <= MAX_SIZE_HERE) return summarizeChanges(before, after);
        const call: ThreadCall = { task: 'summarize', input: { before, after } };
        return await visits.do<ChangeSummary>({ call, size, client: domain, deadlineMs: visitMs, continues: true });
      },
    },
    async readDocument(input, client) {
      const size = input.body.length;
      if (size <= MAX_SIZE_HERE) return readRegistryDocument(input);
      const call: ThreadCall = { task: 'readDocument', input };
      return await visits.do<readonly PackageLink[] | null>({ call, size, client, deadlineMs: visitMs });
    },
    start() {
      reads.start();
      visits.start();
    },
    async close() {
      await Promise.all([reads.close(), visits.close()]);
    },
  };
}

function sizeOf({ input: { body } }: FileToInspect): number {
  return body?.length ?? 0;
}
