import { type Change, diff, parse } from '../../src/index.ts';
import { isUrl } from '../input.ts';
import type { LockedFile, Owner } from './lock-file.ts';
import type { Reading } from './read-locked.ts';

/** What became of one locked file. */
export interface LockCheck {
  readonly name: string;
  /** Sentences about what is no longer as locked: the entry itself, the file, the owner. */
  readonly problems: readonly string[];
  /** What is different in the content. */
  readonly changes: readonly Change[];
  /** What is worth knowing and no problem. */
  readonly notes: readonly string[];
}

/** What a directory knows of a locked file now. */
export interface KnownNow {
  /** Undefined where none was asked. */
  readonly owner: Owner | null | undefined;
  /** The file that covers the place of one that is gone. */
  readonly elsewhere: string | null;
}

/** Compares a file with its entry in the lock. Nothing follows from an entry that was edited: it is not compared. */
export function compareLocked(
  locked: LockedFile,
  isTampered: boolean,
  reading: Reading,
  { owner, elsewhere }: KnownNow,
): LockCheck {
  const { name } = locked;
  if (isTampered) {
    const problem = 'its entry in the lock was edited: `llmstxt lock` writes it anew, once the file is reviewed';
    return { name, problems: [problem], changes: [], notes: [] };
  }
  const ownerProblems = owner === undefined ? [] : compareOwners(locked.owner, owner);
  if (reading.kind === 'gone') {
    const notes = elsewhere === null ? [] : [`the directory knows another file for its place: ${elsewhere}`];
    return { name, problems: [reading.message, ...ownerProblems], changes: [], notes };
  }
  const changes = diff(parseContent(locked.content, name), parseContent(reading.content, name));
  const isRewritten = changes.length === 0 && reading.sha256 !== locked.sha256;
  return {
    name,
    problems: [...(changes.length > 0 ? ['its content has changed'] : []), ...ownerProblems],
    changes,
    notes: isRewritten ? ['is written in another way, with the same content'] : [],
  };
}

/** Relative links mean the same before and after a redirect of the whole file: both are read at the locked URL. */
function parseContent(lines: readonly string[], name: string) {
  return parse(lines.join('\n'), isUrl(name) ? { url: name } : {});
}

function compareOwners(before: Owner | null, after: Owner | null): string[] {
  if (after === null) return before === null ? [] : [`the directory does not know ${before.domain} any more`];
  const { domain, verified, verifiedAt } = after;
  const wasVerified = before?.verified ?? false;
  if (!wasVerified) return verified ? [`the owner of ${domain} was proven meanwhile, on ${verifiedAt}`] : [];
  if (!verified) return [`the owner of ${domain} is not proven any more`];
  if (verifiedAt === before?.verifiedAt) return [];
  return [`the owner of ${domain} was proven again, on ${verifiedAt}: it may be another one`];
}
