import { type FileToInspect, inspectFile } from '../../src/crawl/visit/inspect-file.ts';
import { summarizeChanges } from '../../src/directory/describe-change.ts';
import type { ChangeSummary } from '../../src/directory/version.ts';
import type { Inspection } from '../../src/directory/visit.ts';
import type { PartRead } from '../../src/operations/file-outline.ts';
import {
  type ComparedTexts,
  createTextWorker,
  type TextCall,
  type TextsToCompare,
} from '../../src/operations/text-work.ts';

/** One work, as it is sent to a thread. */
export type ThreadCall =
  | TextCall
  | { readonly task: 'inspect'; readonly input: FileToInspect }
  | { readonly task: 'summarize'; readonly input: TextsToCompare };

type ThreadOutput = PartRead | ComparedTexts | Inspection | ChangeSummary;

/** What a thread does. */
export function createThreadWorker(): (call: ThreadCall) => ThreadOutput {
  const work = createTextWorker();
  return (call) => {
    if (call.task === 'inspect') return inspectFile(call.input);
    if (call.task === 'summarize') return summarizeChanges(call.input.before, call.input.after);
    return work(call);
  };
}
