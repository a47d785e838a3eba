import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FileToInspect } from '../../src/crawl/visit/inspect-file.ts';
import type { TextsOfVisit, VisitTexts } from '../../src/crawl/visit/visit-texts.ts';
import type { ReadFile } from '../../src/directory/detail.ts';
import { toNetwork } from '../../src/directory/fair-share.ts';
import type { PackageLink } from '../../src/directory/package-resolution.ts';
import type { DocumentToRead } from '../../src/extract/registries.ts';
import type { ComparedTexts, TextWork } from '../../src/operations/check/text-work.ts';
import { type TextOrder, TextQueue } from './text-queue.ts';
import { type Inputs, MAX_SIZE_HERE, type Outputs, runWork, type Task, type ThreadCall } from './works.ts';

export interface TextDeadlines {
  /** Deadline of a read, in ms. Two texts of 1 MiB take 250 ms, or a second if they contain only links. */
  readonly readMs: number;
  /** Longest time of a read that missed its deadline, in ms. A retry gets the result of the read. */
  readonly lateReadMs: number;
  /** Deadline of all tasks of a check together, in ms. A check of 1 MiB takes 500 ms. */
  readonly checkMs: number;
  /** Deadline of one task of a crawl visit, in ms. */
  readonly visitMs: number;
}
const DEADLINES: TextDeadlines = { readMs: 1_250, lateReadMs: 5_000, checkMs: 1_500, visitMs: 10_000 };
const MAX_WAITING_OF_CLIENT = 8;
/** Largest cache of judged files, and of comparisons, in bytes: about 500 files. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** Memory of a judged file without its findings. */
const BYTES_OF_FILE = 16 * 1024;
const BYTES_OF_FINDING = 512;
const BYTES_OF_CHANGE = 1024;

type VisitTask = 'look' | 'inspect' | 'readHomepage';

export interface TextThreads extends TextWork {
  /** Works on texts of visits. Sites take turns. */
  readonly ofVisits: VisitTexts;
  /**
   * Reads a registry's document. Returns null for an unknown form. Rejects with `DirectoryError` service.busy if the
   * work is not done in time.
   */
  readDocument(document: DocumentToRead, client: string): Promise<readonly PackageLink[] | null>;
  /** Starts the threads, so that the first tasks do not wait for them. */
  start(): void;
  close(): Promise<void>;
}

/**
 * Works on large texts in two threads, so that other requests do not wait. One thread serves reads. The other serves
 * visits, whose tasks take longer.
 */
export function openTextThreads({ readMs, lateReadMs, checkMs, visitMs }: TextDeadlines = DEADLINES): TextThreads {
  const openQueue = (limitMs: number, busy: string) =>
    new TextQueue({ maxWaitingOfClient: MAX_WAITING_OF_CLIENT, limitMs, busy });
  const reads = openQueue(lateReadMs, 'Too many large files are read at once.');
  const visits = openQueue(visitMs, 'Too many large files are checked at once.');

  /** Networks take turns instead of clients, because one network may have many clients. */
  const toOrder = <Name extends Task>(call: ThreadCall<Name>, size: number, client: string): TextOrder<Name> => ({
    call,
    size,
    client: toNetwork(client),
    deadlineMs: readMs,
  });

  /** Cache judgments, because a page, its Markdown and its data use the same one. */
  const files = new LRUCache<string, ReadFile>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ findings }) => BYTES_OF_FILE + BYTES_OF_FINDING * findings.length,
  });
  const comparisons = new LRUCache<string, ComparedTexts>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ changes }) => BYTES_OF_CHANGE * (1 + changes.length),
  });
  const readOnce = async <Name extends 'compare' | 'readFile'>(
    kept: LRUCache<string, Outputs[Name]>,
    key: string,
    order: TextOrder<Name>,
  ) => kept.get(key) ?? (await run(reads, { ...order, keep: (output) => void kept.set(key, output) }));

  return {
    readPart: (input, client) => run(reads, toOrder({ task: 'readPart', input }, input.body.length, client)),
    compare(input, client) {
      const { before, after } = input;
      const order = toOrder({ task: 'compare', input }, before.bytes + after.bytes, client);
      return readOnce(comparisons, `${before.hash} ${after.hash}`, order);
    },
    readFile(input, client) {
      const { text, ...rest } = input;
      const order = toOrder({ task: 'readFile', input }, input.bytes ?? text?.length ?? 0, client);
      return readOnce(files, computeKey(text ?? '', JSON.stringify(rest)), order);
    },
    ofVisits: openVisitTexts(visits, checkMs, visitMs),
    readDocument: (input, client) =>
      run(visits, {
        call: { task: 'readDocument', input },
        size: input.body.length,
        client: toNetwork(client),
        deadlineMs: visitMs,
      }),
    start() {
      reads.start();
      visits.start();
    },
    async close() {
      await Promise.all([reads.close(), visits.close()]);
    },
  };
}

function openVisitTexts(visits: TextQueue, checkMs: number, visitMs: number): VisitTexts {
  return {
    open: (isCheck) => openVisit(visits, isCheck ? checkMs : null, visitMs),
    summarizeChanges: (client, before, after) => {
      const input = { before, after };
      const order = {
        call: { task: 'summarize', input },
        size: before.length + after.length,
        client,
        continues: true,
      } as const;
      return run(visits, { ...order, deadlineMs: visitMs });
    },
  };
}

/**
 * All tasks of a check share one deadline. The waits for the site between them do not count.
 * @param checkMs null for a visit of the crawl, whose tasks have a deadline each
 */
function openVisit(queue: TextQueue, checkMs: number | null, visitMs: number): TextsOfVisit {
  let leftMs = checkMs;
  let continues = false;
  const work = async <Name extends VisitTask>(task: Name, input: Inputs[Name], size: number) => {
    const startedAt = performance.now();
    const followed = task === 'look' ? ({ followedBy: 'inspect' } as const) : {};
    const deadlineMs = leftMs ?? visitMs;
    const order = { call: { task, input }, size, client: input.domain, continues, deadlineMs, ...followed };
    const output = await run(queue, order);
    if (size <= MAX_SIZE_HERE) return output;
    if (leftMs !== null) leftMs = Math.max(0, leftMs - (performance.now() - startedAt));
    continues = true;
    return output;
  };
  return {
    look: (input) => work('look', input, computeSize(input)),
    inspect: (input) => work('inspect', input, computeSize(input)),
    readHomepage: (input) => work('readHomepage', input, input.body.length),
  };
}

/** Returns a key of texts. A key in JSON would block other requests for several ms per megabyte. */
function computeKey(...texts: readonly string[]): string {
  const sum = createHash('sha256');
  for (const text of texts) sum.update(`${text.length} `).update(text);
  return sum.digest('base64url');
}

/** Works on a small text at once, and on a large text in the thread of the queue. */
async function run<Name extends Task>(queue: TextQueue, order: TextOrder<Name>): Promise<Outputs[Name]> {
  if (order.size > MAX_SIZE_HERE) return await queue.do(order);
  const output = runWork(order.call);
  order.keep?.(output);
  return output;
}

function computeSize({ input: { body } }: FileToInspect): number {
  return body?.length ?? 0;
}
