import {
  type FileToInspect,
  type FileToLookAt,
  type FirstLook,
  inspectFile,
  lookAtFile,
} from '../../src/crawl/visit/inspect-file.ts';
import { type HomepageToRead, type ReadHomepage, readHomepage } from '../../src/crawl/visit/read-homepage.ts';
import { summarizeChanges } from '../../src/directory/describe-change.ts';
import type { ReadFile } from '../../src/directory/detail.ts';
import type { PackageLink } from '../../src/directory/package-resolution.ts';
import type { ChangeSummary } from '../../src/directory/version.ts';
import type { Inspection } from '../../src/directory/visit.ts';
import { type DocumentToRead, readRegistryDocument } from '../../src/extract/registries.ts';
import type { PartRead } from '../../src/operations/check/file-outline.ts';
import {
  type ComparedTexts,
  createTextWorker,
  type TextCall,
  type TextsToCompare,
} from '../../src/operations/check/text-work.ts';

/** Work of a visit for a thread. */
export type VisitCall =
  | { readonly task: 'look'; readonly input: FileToLookAt }
  | { readonly task: 'inspect'; readonly input: FileToInspect }
  | { readonly task: 'readHomepage'; readonly input: HomepageToRead };

export type ThreadCall =
  | TextCall
  | VisitCall
  | { readonly task: 'summarize'; readonly input: TextsToCompare }
  | { readonly task: 'readDocument'; readonly input: DocumentToRead };

type ThreadOutput =
  | PartRead
  | ComparedTexts
  | ReadFile
  | FirstLook
  | Inspection
  | ReadHomepage
  | ChangeSummary
  | readonly PackageLink[]
  | null;

/** Creates the function that does the work of a thread. */
export function createThreadWorker(): (call: ThreadCall) => ThreadOutput {
  const work = createTextWorker();
  return (call) => {
    if (call.task === 'look') return lookAtFile(call.input);
    if (call.task === 'inspect') return inspectFile(call.input);
    if (call.task === 'readHomepage') return readHomepage(call.input);
    if (call.task === 'summarize') return summarizeChanges(call.input.before, call.input.after);
    if (call.task === 'readDocument') return readRegistryDocument(call.input);
    return work(call);
  };
}
