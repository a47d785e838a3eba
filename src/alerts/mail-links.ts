import { createHmac } from 'node:crypto';
import { paths } from '../directory/urls.ts';
import { isSameHash } from '../ownership/owner-key.ts';

export type MailAct = 'confirm' | 'unsubscribe';

const PATHS = { confirm: paths.confirmMail, unsubscribe: paths.unsubscribeMail } as const;

/** Proves that whoever holds it has read a mail to `email` about `domain`. Nothing is stored: it ends with the address. */
function tokenOf(serverSecret: string, act: MailAct, domain: string, email: string): string {
  return createHmac('sha256', serverSecret).update(`mail|${act}|${domain}|${email}`).digest('base64url');
}

export function mailLink(
  service: { readonly baseUrl: string; readonly serverSecret: string },
  act: MailAct,
  domain: string,
  email: string,
): string {
  const token = tokenOf(service.serverSecret, act, domain, email);
  return `${service.baseUrl}${PATHS[act]}?${new URLSearchParams({ domain, token })}`;
}

export function isMailToken(token: string, serverSecret: string, act: MailAct, domain: string, email: string): boolean {
  return isSameHash(token, tokenOf(serverSecret, act, domain, email));
}
