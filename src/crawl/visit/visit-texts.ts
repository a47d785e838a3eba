import { summarizeChanges } from '../../directory/describe-change.ts';
import type { ChangeSummary } from '../../directory/version.ts';
import type { Inspection } from '../../directory/visit.ts';
import { type FileToInspect, type FileToLookAt, type FirstLook, inspectFile, lookAtFile } from './inspect-file.ts';
import { type HomepageToRead, type ReadHomepage, readHomepage } from './read-homepage.ts';

/** Work of visits that grows with the texts of strangers. Rejects with `DirectoryError` service.busy if it is not done in time. */
export interface VisitTexts {
  /** Opens the works of one visit. @param isCheck true if somebody waits for the visit */
  open(isCheck: boolean): TextsOfVisit;
  /** @param domain whose versions they are */
  summarizeChanges(domain: string, before: string, after: string): Promise<ChangeSummary>;
}

/** Works of one visit: all in time, or the visit fails. */
export interface TextsOfVisit {
  look(file: FileToLookAt): Promise<FirstLook>;
  inspect(file: FileToInspect): Promise<Inspection>;
  readHomepage(page: HomepageToRead): Promise<ReadHomepage>;
}

/** Works where it is called: for programs in which nobody else waits. */
export const textsHere: VisitTexts = {
  open: () => ({
    look: async (file) => lookAtFile(file),
    inspect: async (file) => inspectFile(file),
    readHomepage: async (page) => readHomepage(page),
  }),
  summarizeChanges: async (_, before, after) => summarizeChanges(before, after),
};
