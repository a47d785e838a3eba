import { z } from 'zod';
import { DirectoryError } from '../../directory/errors.ts';
import type { VersionText } from '../../store/versions.ts';

/** Largest integer of the database. */
const MAX_VERSION = 2 ** 31 - 1;

export const versionNumber = z
  .int({ error: 'must be a whole number' })
  .min(1, 'must be at least 1')
  .max(MAX_VERSION, `must be at most ${MAX_VERSION}`);

export function findText(texts: ReadonlyMap<number, VersionText>, version: number, domain: string): VersionText {
  const text = texts.get(version);
  if (text !== undefined) return text;
  throw new DirectoryError('text.unavailable', `The directory has no text of version ${version} of ${domain}.`);
}
