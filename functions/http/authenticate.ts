import { DirectoryError } from '../../src/directory/errors.ts';
import { hashOwnerKey, isOwnerKey, isSameHash } from '../../src/ownership/owner-key.ts';
import type { Store } from '../../src/store/store.ts';
import type { Step } from './app-env.ts';

export interface KeyNeeds {
  readonly serverSecret: string;
  readonly store: Pick<Store, 'findKey'>;
}

/** RFC 6750 §2.1; one key, so a repeated field (joined by a comma) is none. */
const BEARER = /^bearer +([\w.~+/-]+=*) *$/i;
/** Longer than any field with a key of ours in it: not looked at further. */
const MAX_CHARACTERS = 200;

/** Finds out whose owner key was sent, before anything else is read. Rejects with `key.missing` or `key.invalid`. */
export function authenticate(needs: KeyNeeds): Step {
  return async (c, next) => {
    c.set('keyDomain', await domainOfKey(c.req.header('authorization') ?? '', needs));
    await next();
  };
}

/** What cannot be a key is not looked up. */
async function domainOfKey(field: string, { serverSecret, store }: KeyNeeds): Promise<string> {
  if (field.trim() === '') {
    throw new DirectoryError('key.missing', 'Send the owner key of the domain: Authorization: Bearer <API_KEY>.');
  }
  const key = field.length > MAX_CHARACTERS ? undefined : BEARER.exec(field)?.[1];
  if (key === undefined || !isOwnerKey(key)) {
    throw new DirectoryError('key.invalid', 'The Authorization field holds no owner key: it is malformed or mistyped.');
  }
  const hash = hashOwnerKey(serverSecret, key);
  const stored = await store.findKey(hash);
  if (!stored || !isSameHash(stored.hash, hash)) {
    throw new DirectoryError('key.invalid', 'The key is unknown, or a later one has taken its place.');
  }
  if (stored.suspended) {
    throw new DirectoryError('key.invalid', `The key is suspended: the verification of ${stored.domain} has lapsed.`);
  }
  return stored.domain;
}
