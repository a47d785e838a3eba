import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type ServerSecrets, secretId } from './server-secrets.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Bytes of a nonce. Random nonces of 96 bits suffice for 2³² texts under one key (NIST SP 800-38D §8.2.2). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts `text` with the current secret: `<id of the secret>.<base64url of nonce, ciphertext and tag>`. Only an equal `context`
 * decrypts it, so a text encrypted for one purpose or domain is useless for another.
 */
export function seal([secret]: ServerSecrets, context: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, computeKey(secret), nonce, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(context),
  );
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${secretId(secret)}.${sealed.toString('base64url')}`;
}

/** Returns the text that `seal` encrypted for this context under any secret, or null. */
export function unseal(secrets: ServerSecrets, context: string, sealed: string): string | null {
  const [id, encoded = ''] = sealed.split('.', 2);
  const secret = secrets.find((each) => secretId(each) === id);
  const bytes = Buffer.from(encoded, 'base64url');
  if (secret === undefined || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, computeKey(secret), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    // Return null if the tag does not match, because the context or the bytes differ.
    return null;
  }
}

/** Derives a separate key (HKDF, RFC 5869), so that other uses of the secret are unrelated. */
function computeKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'seal', KEY_BYTES));
}
