import { isOnSite } from '../../directory/domain-name.ts';
import type { ScopedFile } from '../../directory/resolution.ts';
import { isBorrowed } from '../../directory/scoring/borrowed.ts';
import type { DomainState } from '../../directory/state.ts';
import type { NestedFile } from '../../directory/visit.ts';
import { LIMITS } from '../../fetch/limits.ts';
import type { FetchResult } from '../../fetch/net.ts';
import { bodyOf, factsOf, nestedFiles } from './find-file.ts';
import { scopedFileOf } from './scoped-file.ts';
import type { VisitClient } from './visit-client.ts';
import type { TextsOfVisit } from './visit-texts.ts';

/** An owner has up to twenty such files: the first findings of each say what is to be done. */
const MAX_FINDINGS = 20;
const MAX_PER_RULE = 3;

/** The response for one of the owner's nested files, and what the rules say about it. */
export interface NestedFileResult {
  /** With no more of the body than a link check reads: twenty whole files are not kept to the end of the visit. */
  readonly result: FetchResult;
  readonly file: NestedFile;
  /** Null where it is not valid, or borrowed from another site. */
  readonly scoped: ScopedFile | null;
}

/** Requests each of the owner's nested files but `found`, which was judged already. Those that robots.txt forbids are left out. */
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
    const input = { body: bodyOf(result), response: factsOf(result), url: finalUrl };
    const { domain } = state;
    const { valid, findings, document } = await texts.inspect({ domain, input, maxPerRule: MAX_PER_RULE });
    const leaves = !isOnSite(finalUrl, domain);
    const body = Buffer.from(result.body.subarray(0, LIMITS.link.maxBodyBytes));
    results.push({
      result: { ...result, body },
      file: { url, status, failure, valid, findings: findings.slice(0, MAX_FINDINGS) },
      scoped: valid && document && !isBorrowed(leaves, document) ? scopedFileOf(url, document) : null,
    });
  }
  return results;
}
