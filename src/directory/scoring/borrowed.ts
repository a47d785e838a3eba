import type { LlmsDocument, QualityAssessment } from '#llmstxt';
import { isOnSite } from '../domain-name.ts';
import type { FileDigest, Observation } from '../visit.ts';
import { leavesDomain } from './outcome.ts';

/** Reason for quality 0 of a borrowed file, for its owner. */
export const BORROWED_REASON =
  'A redirect leads to a file on another domain, and the file does not link to this site. So it does not describe this site.';

/**
 * Reports whether a file is borrowed: `leaves` is true, and the file does not link to the site. A documentation host links to its
 * sites, and a foreign file does not.
 */
export function isBorrowed(leaves: boolean, file: Pick<FileDigest, 'linksToSite'>): boolean {
  return leaves && !file.linksToSite;
}

/** Removes the quality of a borrowed file, and the advice, because no change of the file gives the site a quality. */
export function withoutQuality(assessment: QualityAssessment | null): QualityAssessment | null {
  if (assessment === null) return null;
  const parts = assessment.parts.map((part) => ({ ...part, raise: null, gain: 0 }));
  return { ...assessment, score: 0, parts, limit: { score: 0, reason: BORROWED_REASON, lines: [] } };
}

export function linksToSite(domain: string, { links }: Pick<LlmsDocument, 'links'>): boolean {
  return links.some(({ url }) => url !== null && isOnSite(url, domain));
}

export function hasBorrowedFile(observation: Observation): boolean {
  const document = observation.inspection?.document ?? null;
  return document !== null && isBorrowed(leavesDomain(observation) === true, document);
}
