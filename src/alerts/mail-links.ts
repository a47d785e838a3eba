import { z } from 'zod';
import { paths } from '../directory/urls.ts';
import { seal, unseal } from '../ownership/seal.ts';
import type { ServerSecrets } from '../ownership/server-secrets.ts';

export type MailLinkAction = 'confirm' | 'unsubscribe';

const PATHS = { confirm: paths.confirmMail, unsubscribe: paths.unsubscribeMail } as const;

const tokenSchema = z.object({ email: z.string() });

/**
 * A link that proves that its holder has read a mail to `email` about `domain`. The address is in it, encrypted: nothing is stored,
 * and whoever sees the link in a log does not learn the address.
 */
export function mailLink(
  service: { readonly baseUrl: string; readonly serverSecrets: ServerSecrets },
  action: MailLinkAction,
  domain: string,
  email: string,
): string {
  const token = seal(service.serverSecrets, contextOf(action, domain), JSON.stringify({ email }));
  return `${service.baseUrl}${PATHS[action]}?${new URLSearchParams({ domain, token })}`;
}

/** The address that the mail with this link went to; null for a link that no server with these secrets has made. */
export function readMailToken(
  token: string,
  secrets: ServerSecrets,
  action: MailLinkAction,
  domain: string,
): string | null {
  const text = unseal(secrets, contextOf(action, domain), token);
  return text === null ? null : tokenSchema.parse(JSON.parse(text)).email;
}

const contextOf = (action: MailLinkAction, domain: string): string => `mail|${action}|${domain}`;
