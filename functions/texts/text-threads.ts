import { type FileToInspect, inspectFile } from '../../src/crawl/visit/inspect-file.ts';
import type { VisitTexts } from '../../src/crawl/visit/visit-texts.ts';
import { summarizeChanges } from '../../src/directory/describe-change.ts';
import type { ChangeSummary } from '../../src/directory/version.ts';
import type { Inspection } from '../../src/directory/visit.ts';
import { outlineOf, type PartRead, readPart } from '../../src/operations/file-outline.ts';
import {
  type ComparedTexts,
  compareTexts,
  countCharacters,
  type TextCall,
  type TextWork,
} from '../../src/operations/text-work.ts';
import { type QueueRules, TextQueue } from './text-queue.ts';

/** Characters, or bytes of a body, of a smaller work: it takes a few milliseconds on the event loop. */
const MAX_SIZE_HERE = 64 * 1024;

/** Two texts of 1 MiB take about a second, and a client that has waited longer asks again. Each work has up to two such texts. */
const READS: QueueRules = {
  deadlineMs: 1_500,
  maxWaiting: 32,
  maxWaitingOfClient: 8,
  busy: 'Too many large files are read at once.',
  retryS: 2,
};
/** A file of 1 MiB takes about a second, twice in a visit. Who asks for a visit waits for longer than for a read: ten such files. */
const VISITS: QueueRules = {
  deadlineMs: 10_000,
  maxWaiting: 64,
  maxWaitingOfClient: 8,
  busy: 'Too many large files are checked at once.',
  retryS: 10,
};

interface TextDeadlines {
  readonly readMs?: number;
  readonly visitMs?: number;
}

export interface TextThreads extends TextWork {
  /** Works for visits. The sites take turns. */
  readonly ofVisits: VisitTexts;
  close(): Promise<void>;
}

/**
 * Works on large texts in threads, so that the event loop is free for everybody else: one for reads, and one for visits, whose works
 * take longer.
 */
export function openTextThreads({ readMs, visitMs }: TextDeadlines = {}): TextThreads {
  const reads = new TextQueue({ ...READS, deadlineMs: readMs ?? READS.deadlineMs });
  const visits = new TextQueue({ ...VISITS, deadlineMs: visitMs ?? VISITS.deadlineMs });
  return {
    async readPart(input, client) {
      const call: TextCall = { task: 'readPart', input };
      if (countCharacters(call) <= MAX_SIZE_HERE) return readPart(input, outlineOf(input.body));
      return await reads.do<PartRead>(call, client);
    },
    async compare(input, client) {
      const call: TextCall = { task: 'compare', input };
      if (countCharacters(call) <= MAX_SIZE_HERE) return compareTexts(input);
      return await reads.do<ComparedTexts>(call, client);
    },
    ofVisits: {
      async inspect(file) {
        if (sizeOf(file) <= MAX_SIZE_HERE) return inspectFile(file);
        return await visits.do<Inspection>({ task: 'inspect', input: file }, file.domain);
      },
      async summarizeChanges(domain, before, after) {
        if (before.length + after.length <= MAX_SIZE_HERE) return summarizeChanges(before, after);
        return await visits.do<ChangeSummary>({ task: 'summarize', input: { before, after } }, domain);
      },
    },
    async close() {
      await Promise.all([reads.close(), visits.close()]);
    },
  };
}

function sizeOf({ input: { body } }: FileToInspect): number {
  return body?.length ?? 0;
}
