import { summarizeChanges } from '../../directory/describe-change.ts';
import type { ChangeSummary } from '../../directory/version.ts';
import type { Inspection } from '../../directory/visit.ts';
import { type FileToInspect, inspectFile } from './inspect-file.ts';

/** Work of a visit that grows with the texts of strangers. Rejects with `DirectoryError` service.busy if it is not done in time. */
export interface VisitTexts {
  inspect(file: FileToInspect): Promise<Inspection>;
  /** @param domain whose versions they are */
  summarizeChanges(domain: string, before: string, after: string): Promise<ChangeSummary>;
}

/** Works where it is called: for programs in which nobody else waits. */
export const textsHere: VisitTexts = {
  inspect: async (file) => inspectFile(file),
  summarizeChanges: async (_, before, after) => summarizeChanges(before, after),
};
