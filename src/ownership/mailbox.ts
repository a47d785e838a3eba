import { createHmac } from 'node:crypto';
import { type ServerSecrets, secretId } from './server-secrets.ts';

/** The mailbox behind an address: `Owner+alerts@post.com` is read by whoever reads `owner@post.com` (RFC 5233). */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const [user = ''] = address.slice(0, at).split('+', 1);
  return `${user}${address.slice(at)}`.toLowerCase();
}

/** What is stored of a mailbox whose holder wants no mail: keyed hashes, that under the current secret first. */
export function hashMailbox(secrets: ServerSecrets, address: string): readonly string[] {
  const mailbox = mailboxOf(address);
  return secrets.map((secret) => {
    const hash = createHmac('sha256', secret).update(`mailbox|${mailbox}`).digest('base64url');
    return `${secretId(secret)}.${hash}`;
  });
}
