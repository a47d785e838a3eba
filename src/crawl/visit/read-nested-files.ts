import { inspect } from '#llmstxt';
import type { DomainState } from '../../directory/state.ts';
import type { NestedFile } from '../../directory/visit.ts';
import type { Answer } from '../../fetch/guarded-fetch.ts';
import { LIMITS } from '../../fetch/limits.ts';
import { bodyOf, factsOf, nestedFiles } from './find-file.ts';
import type { Asker } from './visit-client.ts';

/** An owner has up to twenty such files: the first findings of each say what is to be done. */
const MAX_FINDINGS = 20;
const MAX_PER_RULE = 3;

/** What was answered for one of the owner's further files, and what it amounts to. */
export interface NestedReading {
  /** With no more of the body than the check of a link reads: twenty whole files are not kept to the end of the visit. */
  readonly answer: Answer;
  readonly file: NestedFile;
}

/** Asks for each of the owner's further files but `found`, which was judged already. Those that robots.txt keeps to itself are left out. */
export async function readNested(state: DomainState, found: string, asker: Asker): Promise<readonly NestedReading[]> {
  const read: NestedReading[] = [];
  for (const url of nestedFiles(state)) {
    if (url === found) continue;
    const answer = await asker.getIfAllowed(url, LIMITS.llmsTxt);
    if (!answer) continue;
    const { status, failure, finalUrl } = answer;
    const asked = { body: bodyOf(answer), response: factsOf(answer), url: finalUrl };
    const { valid, findings } = inspect(asked, { maxPerRule: MAX_PER_RULE });
    const body = Buffer.from(answer.body.subarray(0, LIMITS.link.maxBodyBytes));
    read.push({
      answer: { ...answer, body },
      file: { url, status, failure, valid, findings: findings.slice(0, MAX_FINDINGS) },
    });
  }
  return read;
}
