import type { Link } from '../types/document.ts';
import type { LlmsFile } from '../types/file.ts';
import type { Severity } from '../types/finding.ts';

/**
 * An error makes a whole file invalid, and one mistyped link among fifty does not: such a fault is an error only
 * if half of the links or more have it.
 */
const MIN_FAULTY_SHARE = 0.5;

export function severityByShare(file: LlmsFile, isFaulty: (link: Link) => boolean): Severity {
  let faulty = 0;
  for (const link of file.document.links) if (isFaulty(link)) faulty++;
  return faulty >= file.document.links.length * MIN_FAULTY_SHARE ? 'error' : 'warning';
}
