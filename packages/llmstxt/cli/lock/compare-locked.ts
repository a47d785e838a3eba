import { type Change, diff, parse } from '../../src/index.ts';
import { isUrl } from '../input.ts';
import type { Known } from './directory-client.ts';
import type { KnownSite, LockedFile } from './lock-file.ts';
import type { Reading } from './read-locked.ts';

/** Result of one locked file. */
export interface LockCheck {
  readonly name: string;
  readonly problems: readonly string[];
  readonly changes: readonly Change[];
  /** Sentences that report no problem. */
  readonly notes: readonly string[];
}

/**
 * Compares a file with its entry in the lock. An edited entry is not compared.
 * @param known current data of a directory, or undefined without one
 */
export function compareLocked(
  locked: LockedFile,
  isTampered: boolean,
  reading: Reading,
  known: Known | undefined,
): LockCheck {
  const { name } = locked;
  if (isTampered) {
    const problem = 'its entry in the lock was edited. Review the file, then run `llmstxt lock`';
    return { name, problems: [problem], changes: [], notes: [] };
  }
  const siteProblems = known === undefined ? [] : compareSites(locked.site, known.site);
  if (reading.kind === 'gone') {
    const elsewhere = known?.file ?? name;
    const notes = elsewhere === name ? [] : [`the directory has another file for this place: ${elsewhere}`];
    return { name, problems: [reading.message, ...siteProblems], changes: [], notes };
  }
  const changes = diff(parseContent(locked.content, name), parseContent(reading.content, name));
  const isRewritten = changes.length === 0 && reading.sha256 !== locked.sha256;
  return {
    name,
    problems: [...(changes.length > 0 ? ['its content has changed'] : []), ...siteProblems],
    changes,
    notes: isRewritten ? ['has the same content in another notation'] : [],
  };
}

/**
 * Parses locked lines. Both versions are resolved at the locked URL, so that a redirect of the file does not change relative
 * links.
 */
function parseContent(lines: readonly string[], name: string) {
  return parse(lines.join('\n'), isUrl(name) ? { url: name } : {});
}

function compareSites(before: KnownSite | null, after: KnownSite | null): string[] {
  if (after === null) return before === null ? [] : [`the directory no longer has ${before.domain}`];
  if (before !== null && before.domain !== after.domain) {
    return [`belongs to ${after.domain} in the directory now, and no longer to ${before.domain}`];
  }
  const isNewlyRejected = after.rejected && !before?.rejected;
  const rejection = `the directory no longer lists ${after.domain}, because it was rejected or opted out`;
  return [...(isNewlyRejected ? [rejection] : []), ...compareOwners(before, after)];
}

function compareOwners(before: KnownSite | null, { domain, verified, verifiedAt }: KnownSite): string[] {
  const wasVerified = before?.verified ?? false;
  if (!wasVerified) return verified ? [`the owner of ${domain} was verified on ${verifiedAt}`] : [];
  if (!verified) return [`the owner of ${domain} is no longer verified`];
  if (verifiedAt === before?.verifiedAt) return [];
  return [`the owner of ${domain} was verified again on ${verifiedAt} and may be a different owner`];
}
