import { createHmac } from 'node:crypto';
import { type ServerSecrets, secretId } from './server-secrets.ts';

/** Domain of the provider that ignores dots before the @. https://support.google.com/mail/answer/7436150 */
const GMAIL = 'gmail.com';
const GMAIL_NAMES: ReadonlySet<string> = new Set([GMAIL, 'googlemail.com']);

/** Returns the mailbox of an address. `Owner+alerts@post.com` belongs to `owner@post.com` (RFC 5233). */
export function toMailbox(address: string): string {
  const at = address.lastIndexOf('@');
  const [user = ''] = address.slice(0, at).toLowerCase().split('+', 1);
  const host = address.slice(at + 1).toLowerCase();
  return GMAIL_NAMES.has(host) ? `${user.replaceAll('.', '')}@${GMAIL}` : `${user}@${host}`;
}

/** Returns keyed hashes of a mailbox. The hash under the current secret comes first. */
export function hashMailbox(secrets: ServerSecrets, address: string): readonly string[] {
  const mailbox = toMailbox(address);
  return secrets.map((secret) => {
    const hash = createHmac('sha256', secret).update(`mailbox|${mailbox}`).digest('base64url');
    return `${secretId(secret)}.${hash}`;
  });
}
