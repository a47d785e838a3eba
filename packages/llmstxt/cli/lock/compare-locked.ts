import { type Change, diff, parse } from '../../src/index.ts';
import { isUrl } from '../input.ts';
import type { Known } from './directory-client.ts';
import type { KnownSite, LockedFile } from './lock-file.ts';
import type { Reading } from './read-locked.ts';

/** Result of one locked file. */
export interface LockCheck {
  readonly name: string;
  /** Sentences about changes of the entry, the file or the owner. */
  readonly problems: readonly string[];
  /** Changes of the content. */
  readonly changes: readonly Change[];
  /** Notes that are not problems. */
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
    const problem = 'its entry in the lock was edited: `llmstxt lock` writes it anew, once the file is reviewed';
    return { name, problems: [problem], changes: [], notes: [] };
  }
  const siteProblems = known === undefined ? [] : compareSites(locked.site, known.site);
  if (reading.kind === 'gone') {
    const elsewhere = known?.file ?? name;
    const notes = elsewhere === name ? [] : [`the directory knows another file for its place: ${elsewhere}`];
    return { name, problems: [reading.message, ...siteProblems], changes: [], notes };
  }
  const changes = diff(parseContent(locked.content, name), parseContent(reading.content, name));
  const isRewritten = changes.length === 0 && reading.sha256 !== locked.sha256;
  return {
    name,
    problems: [...(changes.length > 0 ? ['its content has changed'] : []), ...siteProblems],
    changes,
    notes: isRewritten ? ['is written in another way, with the same content'] : [],
  };
}

/** Resolve both versions at the locked URL, so that a redirect of the file does not change relative links. */
function parseContent(lines: readonly string[], name: string) {
  return parse(lines.join('\n'), isUrl(name) ? { url: name } : {});
}

function compareSites(before: KnownSite | null, after: KnownSite | null): string[] {
  if (after === null) return before === null ? [] : [`the directory does not know ${before.domain} any more`];
  if (before !== null && before.domain !== after.domain) {
    return [`belongs to ${after.domain} in the directory now, and no longer to ${before.domain}`];
  }
  const isNewlyRejected = after.rejected && !before?.rejected;
  const rejection = `the directory shows ${after.domain} in no list now: it was rejected, or wants to stay out`;
  return [...(isNewlyRejected ? [rejection] : []), ...compareOwners(before, after)];
}

function compareOwners(before: KnownSite | null, { domain, verified, verifiedAt }: KnownSite): string[] {
  const wasVerified = before?.verified ?? false;
  if (!wasVerified) return verified ? [`the owner of ${domain} was proven meanwhile, on ${verifiedAt}`] : [];
  if (!verified) return [`the owner of ${domain} is not proven any more`];
  if (verifiedAt === before?.verifiedAt) return [];
  return [`the owner of ${domain} was proven again, on ${verifiedAt}: it may be another one`];
}
