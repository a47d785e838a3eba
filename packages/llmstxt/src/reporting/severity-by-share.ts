import type { LlmsFile } from '../types/file.ts';
import type { Severity } from '../types/finding.ts';

/** Share of faulty links from which the fault is an error, because one mistyped link must not make a file invalid. */
const MIN_FAULTY_SHARE = 0.5;

export function severityByShare(file: LlmsFile, faulty: number): Severity {
  return faulty >= file.document.links.length * MIN_FAULTY_SHARE ? 'error' : 'warning';
}
