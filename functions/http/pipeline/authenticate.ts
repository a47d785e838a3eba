import { DirectoryError } from '../../../src/directory/errors.ts';
import { hashOwnerKey, isOwnerKey, isSameHash } from '../../../src/ownership/owner-key.ts';
import type { ServerSecrets } from '../../../src/ownership/server-secrets.ts';
import type { StoredKey } from '../../../src/store/ownership.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Check } from './app-env.ts';

export interface KeyDeps {
  readonly serverSecrets: ServerSecrets;
  readonly store: Pick<Store, 'findKey' | 'replaceKeyHash' | 'endRepeat'>;
}

/** Bearer token (RFC 6750 §2.1). A repeated field, joined by a comma, does not match. */
const BEARER = /^bearer +([\w.~+/-]+=*) *$/i;
/** Longest field checked. Fields with our keys are shorter. */
const MAX_CHARACTERS = 200;

/** Finds the domain of the sent owner key, before other reads. Rejects with `key.missing` or `key.invalid`. */
export function authenticate(deps: KeyDeps): Check {
  return async (c) => {
    c.set('keyDomain', await domainOfKey(c.req.header('authorization') ?? '', deps));
  };
}

/** Malformed keys are not looked up. */
async function domainOfKey(field: string, { serverSecrets, store }: KeyDeps): Promise<string> {
  if (field.trim() === '') {
    throw new DirectoryError('key.missing', 'Send the owner key of the domain: Authorization: Bearer <API_KEY>.');
  }
  const key = field.length > MAX_CHARACTERS ? undefined : BEARER.exec(field)?.[1];
  if (key === undefined || !isOwnerKey(key)) {
    throw new DirectoryError('key.invalid', 'The owner key is mistyped or incomplete. Copy the whole key.');
  }
  const stored = await findStoredKey(key, serverSecrets, store);
  if (!stored) {
    throw new DirectoryError(
      'key.invalid',
      'The key is unknown, or a later key replaced it. Verify the domain again to get a new key.',
    );
  }
  if (stored.suspended) {
    throw new DirectoryError('key.invalid', `The key is suspended. Verify ${stored.domain} again to get a new key.`);
  }
  if (stored.repeatable) await store.endRepeat(stored.hash);
  return stored.domain;
}

/**
 * Looks up the hash under the current secret. A key found under the previous secret is stored under the current one.
 */
async function findStoredKey(
  key: string,
  [current, ...previous]: ServerSecrets,
  store: KeyDeps['store'],
): Promise<StoredKey | null> {
  const hash = hashOwnerKey(current, key);
  const stored = await store.findKey(hash);
  if (stored) return isSameHash(stored.hash, hash) ? stored : null;
  for (const secret of previous) {
    const oldHash = hashOwnerKey(secret, key);
    const old = await store.findKey(oldHash);
    if (!old || !isSameHash(old.hash, oldHash)) continue;
    await store.replaceKeyHash(oldHash, hash);
    return { ...old, hash };
  }
  return null;
}
