import { summarizeChanges } from '../../directory/describe-change.ts';
import type { ChangeSummary } from '../../directory/version.ts';
import type { Inspection } from '../../directory/visit.ts';
import { type FileToInspect, type FileToLookAt, type FirstLook, inspectFile, lookAtFile } from './inspect-file.ts';
import { type HomepageToRead, type ReadHomepage, readHomepage } from './read-homepage.ts';

/**
 * Work of visits that grows with the size of site texts. Rejects with `DirectoryError` service.busy after the
 * deadline.
 */
export interface VisitTexts {
  /**
   * Opens the work of one visit.
   * @param isCheck true if a person waits for the visit
   */
  open(isCheck: boolean): TextsOfVisit;
  /** @param domain domain of the versions */
  summarizeChanges(domain: string, before: string, after: string): Promise<ChangeSummary>;
}

/** Work of one visit. The visit fails if one task exceeds its time. */
export interface TextsOfVisit {
  look(file: FileToLookAt): Promise<FirstLook>;
  inspect(file: FileToInspect): Promise<Inspection>;
  readHomepage(page: HomepageToRead): Promise<ReadHomepage>;
}

/** Runs the work in the calling thread, for programs without other requests. */
export const textsHere: VisitTexts = {
  open: () => ({
    look: async (file) => lookAtFile(file),
    inspect: async (file) => inspectFile(file),
    readHomepage: async (page) => readHomepage(page),
  }),
  summarizeChanges: async (_, before, after) => summarizeChanges(before, after),
};
