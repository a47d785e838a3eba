import type { LlmsDocument } from '#llmstxt';
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

export function linksToSite(domain: string, { links }: Pick<LlmsDocument, 'links'>): boolean {
  return links.some(({ url }) => url !== null && isOnSite(url, domain));
}

export function hasBorrowedFile(observation: Observation): boolean {
  const document = observation.inspection?.document ?? null;
  return document !== null && isBorrowed(leavesDomain(observation) === true, document);
}
