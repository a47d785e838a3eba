import { DirectoryError } from '../../src/directory/errors.ts';
import { hashOwnerKey, isOwnerKey, isSameHash } from '../../src/ownership/owner-key.ts';
import type { StoredKey } from '../../src/store/ownership.ts';

export interface KeyRing {
  readonly serverSecret: string;
  findKey(hash: string): Promise<StoredKey | null>;
}

/** RFC 6750 §2.1; one key, so a repeated field (joined by a comma) is none. */
const BEARER = /^bearer +([\w.~+/-]+=*) *$/i;
/** Longer than any field with a key of ours in it: not looked at further. */
const MAX_CHARACTERS = 200;

/** The domain of the key in an `Authorization` field. Rejects with `key.missing` or `key.invalid`; what cannot be a key is not looked up. */
export async function authenticate(field: string | null, { serverSecret, findKey }: KeyRing): Promise<string> {
  if (field === null || field.trim() === '') {
    throw new DirectoryError('key.missing', 'Send the owner key of the domain: Authorization: Bearer <API_KEY>.');
  }
  const key = field.length > MAX_CHARACTERS ? undefined : BEARER.exec(field)?.[1];
  if (key === undefined || !isOwnerKey(key)) {
    throw new DirectoryError('key.invalid', 'The Authorization field holds no owner key: it is malformed or mistyped.');
  }
  const hash = hashOwnerKey(serverSecret, key);
  const stored = await findKey(hash);
  if (!stored || !isSameHash(stored.hash, hash)) {
    throw new DirectoryError('key.invalid', 'The key is unknown, or a later one has taken its place.');
  }
  if (stored.suspended) {
    throw new DirectoryError('key.invalid', `The key is suspended: the verification of ${stored.domain} has lapsed.`);
  }
  return stored.domain;
}
