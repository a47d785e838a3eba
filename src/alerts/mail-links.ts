import { createHmac } from 'node:crypto';
import { paths } from '../directory/urls.ts';
import { isSameHash } from '../ownership/owner-key.ts';

export type MailLinkAction = 'confirm' | 'unsubscribe';

const PATHS = { confirm: paths.confirmMail, unsubscribe: paths.unsubscribeMail } as const;

/** Proves that its holder has read a mail to `email` about `domain`. It is not stored, and is void once the address is another one. */
function tokenOf(serverSecret: string, action: MailLinkAction, domain: string, email: string): string {
  return createHmac('sha256', serverSecret).update(`mail|${action}|${domain}|${email}`).digest('base64url');
}

export function mailLink(
  service: { readonly baseUrl: string; readonly serverSecret: string },
  action: MailLinkAction,
  domain: string,
  email: string,
): string {
  const token = tokenOf(service.serverSecret, action, domain, email);
  return `${service.baseUrl}${PATHS[action]}?${new URLSearchParams({ domain, token })}`;
}

export function isMailToken(
  token: string,
  serverSecret: string,
  action: MailLinkAction,
  domain: string,
  email: string,
): boolean {
  return isSameHash(token, tokenOf(serverSecret, action, domain, email));
}
