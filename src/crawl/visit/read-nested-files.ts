import { isOnSite } from '../../directory/domain-name.ts';
import type { ScopedFile } from '../../directory/resolution.ts';
import { isBorrowed } from '../../directory/scoring/borrowed.ts';
import type { DomainState } from '../../directory/state.ts';
import type { NestedFile, UndecidedFile } from '../../directory/visit.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchResult } from '../../fetch/net.ts';
import { findBody, nestedFiles, toResponseFacts } from './find-file.ts';
import { toScopedFile } from './scoped-file.ts';
import type { VisitClient } from './visit-client.ts';
import type { TextsOfVisit } from './visit-texts.ts';

/** Findings kept per file. An owner has up to twenty files. */
const MAX_FINDINGS = 20;
const MAX_PER_RULE = 3;

/** Response and findings of one of the owner's nested files. */
export interface NestedFileResult {
  /** Only the start of the body is kept, as in a link check, because twenty whole files need too much memory. */
  readonly result: FetchResult;
  readonly file: NestedFile;
  /** Data to store. Null if the file is invalid, missing or of another site. */
  readonly scoped: ScopedFile | UndecidedFile | null;
}

/**
 * Requests each of the owner's nested files except `found`, which was already judged. Skips files that robots.txt
 * disallows.
 */
export async function readNestedFiles(
  state: DomainState,
  found: string,
  client: VisitClient,
  texts: Pick<TextsOfVisit, 'inspect'>,
): Promise<readonly NestedFileResult[]> {
  const results: NestedFileResult[] = [];
  for (const url of nestedFiles(state)) {
    if (url === found) continue;
    const result = await client.getIfAllowed(url, LIMITS.llmsTxt);
    if (!result) continue;
    const { status, failure, finalUrl } = result;
    const input = { body: findBody(result), response: toResponseFacts(result), url: finalUrl };
    const { domain } = state;
    const inspection = await texts.inspect({
      domain,
      input,
      maxPerRule: MAX_PER_RULE,
      assessQuality: false,
    });
    const { valid, findings, document } = inspection;
    const borrows = document !== null && isBorrowed(!isOnSite(finalUrl, domain), document);
    const body = Buffer.from(result.body.subarray(0, LIMITS.link.maxBodyBytes));
    results.push({
      result: { ...result, body },
      file: { url, status, failure, valid, findings: findings.slice(0, MAX_FINDINGS) },
      scoped: borrows ? null : toScopedFile(url, status, inspection),
    });
  }
  return results;
}
